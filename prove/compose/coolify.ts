import { call } from '../support/call.ts'
import { person } from '../support/owned-product.ts'
import { until } from '../support/until.ts'
import { laidOut, podman } from './composed.ts'

const address = 'https://site.example'

/** Starts the file for Coolify with the variables that Coolify sets, and asks as its proxy would; returns what was wrong. */
export const tryCoolify = async (folder: string): Promise<string[]> => {
  podman('tag', 'localhost/vitrine:latest', 'registry.example/vitrine:1.0.0')
  const variables = { SERVICE_URL_VITRINE: address, SERVICE_URL_VITRINE_3000: address }
  const compose = laidOut(folder, ['compose.coolify.yaml'], variables)
  compose('up', '-d')
  try {
    const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'
    const { stdout } = podman('inspect', '--format', format, 'coolify_vitrine_1')
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', origin: address }
    const ask = (path: string, body?: object) =>
      call(`http://${stdout.trim()}:3000${path}`, body ? { method: 'POST', body, headers } : { headers })
    const answers = () =>
      ask('/').then(
        ({ status }) => status === 200,
        () => false,
      )
    if ((await until(answers, 60_000)) === undefined) return [podman('logs', 'coolify_vitrine_1').stderr]
    const wrong: string[] = []
    if (!(await ask('/')).text.includes(`<link rel="canonical" href="${address}/"`))
      wrong.push('the page has another address')
    const olga = person('Olga')
    const { status } = await ask('/api/auth/sign-up/email', olga)
    if (status !== 200) wrong.push(`registration: ${status}`)
    const signedIn = await ask('/api/auth/sign-in/email', { email: olga.email, password: olga.password })
    const cookies = (signedIn.headers['set-cookie'] ?? []).join('\n')
    if (!/^__Host-[^\n]+; Secure/m.test(cookies)) wrong.push(`sign-in: ${signedIn.status} ${cookies}`)
    return wrong
  } finally {
    compose('down')
  }
}
