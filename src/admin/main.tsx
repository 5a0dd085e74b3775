import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import './styles/admin.css'
import { queryClient } from './api/client.ts'
import { router } from './routes.tsx'
import { AuthProvider } from './session/session.tsx'
import { cssVariables, theme } from './theme.ts'
import { ToastRegion } from './ui/toast.tsx'

/** Nonce of this document, required for style elements by the Content-Security-Policy. */
const nonce: string = document.querySelector<HTMLMetaElement>('meta[name="nonce"]')?.content ?? ''

// The scroll lock of dialogs creates a style element and reads the nonce from here.
setNonce(nonce)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id “root”.')
// Before the first press, and after the first load.
const watchPresses = (): Promise<void> =>
  import('./ui/press.ts').then(
    ({ steadyPresses }) => steadyPresses(),
    () => addEventListener('online', watchPresses, { once: true }),
  )
for (const first of ['pointermove', 'pointerdown', 'input']) addEventListener(first, watchPresses, { once: true })
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <AuthProvider>
          <RouterProvider router={router} />
        </AuthProvider>
        <ToastRegion />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
