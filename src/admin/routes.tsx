import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { type CollectionName, collectionNames, collections } from '../model/content/collections.ts'
import { AppFrame } from './frame/app-frame.tsx'
import { ScreenError } from './frame/screen-error.tsx'
import { AccountGuard, Guard } from './session/session.tsx'
import { FrameSkeleton } from './ui/loading.tsx'
import { screenOf, screenPath } from './ui/screens.ts'

const table = (screen: string) => async () => {
  const { EntriesScreen } = await import('./content/entries-screen.tsx')
  return { Component: () => <EntriesScreen screen={screen} /> }
}
/** First screen: About's table, above it what there is to do. */
const home = async () => {
  const [{ EntriesScreen }, { WithToDo }] = await Promise.all([
    import('./content/entries-screen.tsx'),
    import('./setup/checklist.tsx'),
  ])
  const Component = () => (
    <WithToDo>
      <EntriesScreen screen="about" />
    </WithToDo>
  )
  return { Component }
}
// Neither loads the other.
const createForm = (collection: CollectionName) => async () => {
  const { CreateScreen } = await import('./content/create-form.tsx')
  return { Component: () => <CreateScreen collection={collection} /> }
}
const editForm = (collection: CollectionName) => async () => {
  const { EditScreen } = await import('./content/edit-form.tsx')
  return { Component: () => <EditScreen collection={collection} /> }
}
const screen =
  <N extends string>(load: () => Promise<Record<N, React.ComponentType>>, name: N) =>
  async () => ({
    Component: (await load())[name],
  })

/** `/admin/{link}`, its create and edit forms: specification, section 2, for every collection. */
const collectionRoutes = collectionNames.flatMap((name): RouteObject[] => {
  const { path, screen: home } = collections[name].admin
  return [
    // About's table is /admin itself. A collection without its own screen links to its section of a shared one.
    home !== path || screenPath(home) !== `/admin/${path}`
      ? { path, element: <Navigate replace to={screenOf(name)} /> }
      : { path, lazy: table(home) },
    { path: `${path}/create`, lazy: createForm(name) },
    { path: `${path}/edit/:id`, lazy: editForm(name) },
  ]
})

const sharedScreens = [...new Set(collectionNames.map((name) => collections[name].admin.screen))]
  .filter((home) => !collectionNames.some((name) => collections[name].admin.path === home))
  .map((home): RouteObject => ({ path: home, lazy: table(home) }))

const otherScreens: RouteObject[] = [
  { path: 'edit', lazy: screen(() => import('./content/edit-from-page.tsx'), 'EditFromPageScreen') },
  { path: 'start', lazy: screen(() => import('./setup/start-screen.tsx'), 'StartScreen') },
  { path: 'contact', lazy: screen(() => import('./inbox/contact-screen.tsx'), 'ContactScreen') },
  {
    path: 'contact/spam-rules',
    lazy: screen(() => import('./inbox/spam-rules-screen.tsx'), 'SpamRulesScreen'),
  },
  { path: 'user', lazy: screen(() => import('./accounts/user-screen.tsx'), 'UserScreen') },
  { path: 'health', lazy: screen(() => import('./health/health-screen.tsx'), 'HealthScreen') },
  { path: 'visits', lazy: screen(() => import('./visits/visits-screen.tsx'), 'VisitsScreen') },
  { path: 'import', lazy: screen(() => import('./imports/import-screen.tsx'), 'ImportScreen') },
  { path: 'media', lazy: screen(() => import('./media/media-screen.tsx'), 'MediaScreen') },
  { path: 'cv', lazy: screen(() => import('./cv/cv-screen.tsx'), 'CvScreen') },
  { path: 'cv/edit/:id', lazy: screen(() => import('./cv/variant-screen.tsx'), 'VariantScreen') },
  { path: 'history', lazy: screen(() => import('./history/history-screen.tsx'), 'HistoryScreen') },
  { path: 'history/site', lazy: screen(() => import('./history/past-site-screen.tsx'), 'PastSiteScreen') },
  {
    path: 'settings/connections',
    lazy: screen(() => import('./connections/connections-screen.tsx'), 'ConnectionsScreen'),
  },
  { path: 'settings', lazy: screen(() => import('./settings/settings-screen.tsx'), 'SettingsScreen') },
]
const notFound = { path: '*', lazy: screen(() => import('./frame/screen-error.tsx'), 'NotFoundScreen') }

const routes: RouteObject[] = [
  {
    ErrorBoundary: ScreenError,
    HydrateFallback: FrameSkeleton,
    children: [
      { path: '/login', lazy: screen(() => import('./accounts/sign-in.tsx'), 'LoginScreen') },
      { path: '/login/forgot', lazy: screen(() => import('./accounts/password-reset.tsx'), 'ForgotScreen') },
      { path: '/login/not-me', lazy: screen(() => import('./accounts/password-reset.tsx'), 'NotMeScreen') },
      { path: '/login/reset', lazy: screen(() => import('./accounts/password-reset.tsx'), 'ResetScreen') },
      { path: '/register', lazy: screen(() => import('./accounts/register.tsx'), 'RegisterScreen') },
      {
        Component: AccountGuard,
        children: [{ path: '/account', lazy: screen(() => import('./accounts/account-screen.tsx'), 'AccountScreen') }],
      },
      {
        Component: Guard,
        children: [
          {
            path: '/admin',
            Component: AppFrame,
            children: [
              {
                ErrorBoundary: ScreenError,
                children: [
                  { index: true, lazy: home },
                  ...collectionRoutes,
                  ...sharedScreens,
                  ...otherScreens,
                  notFound,
                ],
              },
            ],
          },
        ],
      },
      notFound,
    ],
  },
]

export const router = createBrowserRouter(routes)
