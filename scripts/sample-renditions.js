// Encodes the sample drawings into samples/renditions/, whose content is committed, so that a first start only reads them:
// node scripts/sample-renditions.js (needed after a change of samples/*.svg or of `encoders`).

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { recipe } from '../src/server/media/image-encoding.ts'
import { createImageProcess } from '../src/server/media/image-process.ts'
import { preparedFolder, variantFile } from '../src/server/media/prepared-samples.ts'
import { sha256 } from '../src/server/process/sha256.ts'
import { sampleImages } from '../src/server/setup/load-samples.ts'

// Nobody waits for an upload here.
const images = createImageProcess({ workTimeoutMs: 600_000 })

const prepare = async (file) => {
  const name = file.replace(/\.svg$/, '')
  const svg = await readFile(new URL(`../${file}`, preparedFolder))
  const png = await images.rasterise(svg)
  const { width, height, placeholder, variants } = await images.encode(png)
  const folder = new URL(`${name}/`, preparedFolder)
  await mkdir(folder, { recursive: true })
  await writeFile(new URL('original.png', folder), png)
  for (const variant of variants) await writeFile(new URL(variantFile(variant), folder), variant.bytes)
  return {
    ...{ name, drawing: sha256(svg), original: sha256(png), width, height, placeholder },
    variants: variants.map(({ format, width }) => ({ format, width })),
  }
}

try {
  await rm(preparedFolder, { recursive: true, force: true })
  const samples = []
  for (const file of sampleImages()) {
    samples.push(await prepare(file))
    console.log(file)
  }
  const index = JSON.stringify({ recipe: recipe(), samples }, null, 2)
  await writeFile(new URL('index.json', preparedFolder), `${index}\n`)
} finally {
  images.close()
}
