import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCli } from '../prove/support/run-cli.ts'
import { copySampleData, startProduct } from '../tests/support/product.ts'
import { startStaticNginx } from '../tests/support/static-nginx.ts'
import type { Bench, Figure } from './figure.ts'
import { type Audit, audit, needLighthouse } from './lighthouse.ts'
import { audits } from './page.ts'

const runs = 3
const base = '/portfolio'
const pages = { 'first page': '/', 'a project': '/projects/tideline' }

/** Lighthouse on the exported site below a path, in turn with the running one. */
export const exported = async (): Promise<Bench> => {
  await needLighthouse()
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-export-'))
  const dataDir = path.join(folder, 'data')
  await copySampleData(dataDir)
  const out = path.join(folder, 'site', base)
  const { code, err } = await runCli(['export', out, '--origin', 'https://mira.example', '--base', `${base}/`], {
    DATA_DIR: dataDir,
  })
  if (code !== 0) throw new Error(`The export ended with ${code}: ${err}`)
  const nginx = await startStaticNginx(path.join(folder, 'site'), path.join(out, 'nginx.conf'), { gzip: true })
  if (!nginx) throw new Error('There is no nginx on this machine.')
  const product = await startProduct({ dataDir, env: { LIMITS: 'off', LOG_LEVEL: 'error' } })
  try {
    // Not counted: the first start reads this browser and Lighthouse from the disk.
    await audit(`${product.url}/`)
    const figures: Figure[] = []
    for (const [name, at] of Object.entries(pages)) {
      const own: Audit[] = []
      const control: Audit[] = []
      for (let run = 0; run < runs; run++) {
        own.push(await audit(nginx.origin + base + at))
        control.push(await audit(product.url + at))
      }
      figures.push(
        ...audits(own, control, { against: 'the running site' }).map((figure) => ({
          ...figure,
          name: `${name}: ${figure.name}`,
        })),
      )
    }
    return {
      title: 'The export',
      method: `The sample content, exported for \`${base}/\` and served by nginx with gzip: Lighthouse's slow phone, median of ${runs}, in turn with the running site.`,
      figures,
    }
  } finally {
    await product.stop()
    await nginx.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
