// Prints the sample owner's CV from the sample content: node samples/draw/cv.js [path of a Chromium]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { collections } from '../../src/model/content/collections.ts'
import { sampleSettings } from '../../src/model/settings/settings.ts'
import { ink } from './kit.js'

const require = createRequire(import.meta.url)
const subset = require('subset-font')
const letters = ' !"#&\'()*+,-./0123456789:;?@ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz–—’“”áãåæéíóøçö'
/** One weight of a face, cut down to these letters: a small file. */
const font = async (family, weight, file) => {
  const cut = await subset(readFileSync(require.resolve(file)), letters, { targetFormat: 'truetype', variationAxes: { wght: weight } })
  return `@font-face{font-family:"${family}";src:url(data:font/ttf;base64,${cut.toString('base64')})}`
}
const display = '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2'
const text = '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'
const safe = (text) => String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;')
const { about, educations, experiences, projects, skills } = collections
const me = about.examples[0]
const dated = (years, title, place, text) =>
  `<article><time>${safe(years)}</time><div><h3>${safe(title)}</h3><p class="place">${safe(place)}</p><p>${safe(text)}</p></div></article>`

const html = `<!doctype html><html lang="en"><title>${safe(me.name)}, CV</title><style>
${await font('Display', 700, display)}${await font('Text', 400, text)}
@page{size:A4;margin:0}*{margin:0;box-sizing:border-box}
body{width:210mm;height:297mm;padding:17mm 18mm 12mm;font:9.7pt/1.45 Text;color:${ink.night};position:relative;overflow:hidden}
h1{font:400 43pt/.9 Display;letter-spacing:-.04em}h2{font:400 8.6pt Text;color:#b5331c;margin-bottom:3mm;padding-top:2.2mm;border-top:.4pt solid ${ink.night}}
h3{font:400 10.4pt/1.25 Display}.lead{font:400 11.5pt/1.4 Text;margin-top:3.5mm;width:122mm}
.facts{position:absolute;right:18mm;top:18mm;text-align:right;font-size:8.6pt;line-height:1.6}
.facts a,a{color:inherit;text-decoration:none}
main{display:grid;grid-template-columns:1fr 54mm;gap:9mm;margin-top:8mm}section+section{margin-top:5mm}
article{display:grid;grid-template-columns:23mm 1fr;margin-bottom:2.6mm}time,.year{font-variant-numeric:tabular-nums;color:#5a6270}.place{color:#5a6270}
dl{display:grid;grid-template-columns:1fr 22mm;gap:1.7mm 3mm;align-items:center}dd{height:1.6mm;background:#e9e2d4}dd i{display:block;height:100%;background:${ink.vermilion}}
ul{padding:0}li{list-style:none;margin-bottom:2mm}li b{font:400 9.6pt Display}
</style><header><h1>${safe(me.name).replace(' ', '<br>')}</h1>
<p class="lead">${safe(sampleSettings.role)}. ${safe(sampleSettings.headlines[0])}, shops a small team can run, and interfaces that people understand while walking.</p>
<p class="facts">${safe(me.live)}<br>From ${safe(me.from)}<br><a href="mailto:${me.email}">${me.email}</a><br>mirasolberg.example<br>Norwegian, Portuguese, English</p></header>
<main><div><section><h2>Experience</h2>
${dated('2020 – today', 'Freelance web developer', 'Lisbon', 'Design, code and care of websites, shops and maps for small organisations: ferries, festivals, a bakery, a weavers’ cooperative. One person from the first conversation to the third year of operation.')}
${experiences.examples.map((e) => dated(`${e.start_year} – ${e.end_year}`, e.name, e.program, e.about)).join('')}</section>
<section><h2>Education</h2>${educations.examples.map((e) => dated(`${e.start_year} – ${e.end_year}`, e.faculty, e.university, e.about)).join('')}</section>
</div><aside><section><h2>Skills</h2><dl>${[...skills.examples].sort((a, b) => b.percent - a.percent).map((s) => `<dt>${safe(s.name)}</dt><dd><i style="width:${s.percent}%"></i></dd>`).join('')}</dl></section>
<section><h2>Selected work</h2><ul>${[...projects.examples].sort((a, b) => b.year - a.year).map((p) => `<li><b>${safe(p.title)}</b> <span class="year">${p.year}</span><br>${safe(p.tags.join(', '))}</li>`).join('')}</ul></section>
<section><h2>Certificates</h2><p>${sampleSettings.counters[0].value} ${sampleSettings.counters[0].label}, among them web accessibility, performance and typography. Copies on request.</p></section>
</aside></main></html>`

const folder = mkdtempSync(join(tmpdir(), 'cv-'))
try {
  const page = join(folder, 'cv.html')
  writeFileSync(page, html)
  const out = fileURLToPath(new URL('../../src/site/public/cv.pdf', import.meta.url))
  const options = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer', `--user-data-dir=${folder}`, `--print-to-pdf=${out}`]
  execFileSync(process.argv[2] ?? 'chromium', [...options, `file://${page}`], { stdio: 'ignore' })
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
