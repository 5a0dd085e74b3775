import { readFileSync } from 'node:fs'
import { JSDOM } from 'jsdom'
import { expect, it } from 'vitest'
import { plainMarkdown } from '../src/admin/form/paste.ts'
import { readHtml } from '../src/admin/form/read-html.ts'
import { blocksToMarkdown } from '../src/model/blocks/blocks-to-markdown.ts'
import { drawText } from '../src/site/blocks/draw-text.ts'

const folder = 'tests/fixtures/clipboards'
const fixture = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')
const view = new JSDOM('').window as unknown as typeof globalThis & Window
const read = (html: string, rtf = '') => readHtml(html, rtf, view)
const structure = 'a blockquote br code div em h1 h2 h3 hr li ol p pre strong table tbody td th thead tr ul'.split(' ')
const textOf = (html: string) => read(html)?.markdown

it.each([
  ['libreoffice-writer', [], ['Screen']],
  ['chromium', [], ['The new checkout']],
  ['word', [], ['The new checkout']],
  ['google-docs', [], ['AD_4nXc']],
  ['notion', [], ['checkout new.png']],
  ['gmail', [], ['photo.jpg']],
  ['pictures', [['Old checkout 1.png', 'Pasted 2.jpeg', 'Pasted 3.webp'], ['Sketch.svg']], ['Icon']],
  ['hostile', [], ['image', 'a page']],
])('pastes the structure of the clipboard of %s as blocks, and nothing that runs', async (name, files, left) => {
  const pasted = read(fixture(`${name}.html`))
  const blocks = pasted?.blocks.map((block, n) => ({ ...block, id: `${n + 1}` })) ?? []
  await expect(`${blocksToMarkdown(blocks)}\n`).toMatchFileSnapshot(`fixtures/clipboards/${name}.md`)
  expect([...(pasted?.files.values() ?? [])].map((of) => of.map((file) => file.name))).toEqual(files)
  expect(pasted?.left).toEqual(left)
  const { body } = new JSDOM(drawText({ kind: 'prose', text: pasted?.markdown ?? '' })).window.document
  const drawn = [...body.querySelectorAll('*')]
  expect(structure).toEqual(expect.arrayContaining(drawn.map(({ localName }) => localName)))
  for (const { attributes: own } of drawn)
    for (const { name: attribute, value } of own)
      expect(attribute === 'href' ? value.split(':')[0] : attribute).toMatch(
        /^(?:https?|aria-label|class|dir|role|start|tabindex)$/,
      )
})

it('takes the pictures of a word processor out of its rich text, which names them as files in HTML', async () => {
  const pasted = read(fixture('libreoffice-writer.html'), fixture('libreoffice-writer.rtf'))
  expect(pasted?.left).toEqual([])
  expect(pasted?.blocks.at(-1)).toMatchObject({ kind: 'image', image: null })
  const [file] = [...(pasted?.files.values() ?? [])].flat()
  expect(file).toMatchObject({ name: 'Screen.png', type: 'image/png' })
  const bytes = Buffer.from(await (file as File).arrayBuffer())
  expect([bytes.subarray(0, 8).toString('latin1'), bytes.subarray(-8, -4).toString()]).toEqual([
    '\x89PNG\r\n\x1a\n',
    'IEND',
  ])
  // With another number of pictures, nobody knows which is which.
  expect(
    read(`${fixture('libreoffice-writer.html')}<img src="file:///b.png">`, fixture('libreoffice-writer.rtf'))?.left,
  ).toHaveLength(2)
})

it('keeps lines and lists of the plain text of a word processor', () => {
  const text = plainMarkdown(fixture('libreoffice-writer.txt'))
  expect(text).toContain('Acme Ltd\\\n12 Harbour Street\\\nBergen')
  expect(text).toContain(
    '\n\n- Asked twelve customers\n- Measured\n    - Time to pay\n    - Errors\n- Shipped\n1. Sketch\n2. Build\n\n',
  )
})

it('reads no program text, nothing and no empty markup', () => {
  for (const html of [
    fixture('vscode.html'),
    '<pre><code>const a = 1</code></pre>',
    '',
    '<p>&nbsp;</p><script>1</script>',
  ])
    expect(read(html)).toBeUndefined()
})

it.each([
  ['a part of a line', '<meta charset="utf-8"><span>one <b>two</b></span>', 'one **two**'],
  ['spaces at the ends of marks', 'a<b> b </b><i>c </i>d', 'a **b** _c_ d'],
  ['marks that follow each other', '<b>a</b><b>b</b><i></i><i> </i><b>c</b>', '**ab** **c**'],
  ['marks in marks', '<b>a <i>b</i></b><b><i>c</i></b>', '**a _bc_**'],
  ['a line end at the edge of a mark', '<b>a<br></b>b', '**a**\\\nb'],
  ['line ends that part paragraphs', 'a<br><br>b<br>', 'a\n\nb'],
  [
    'bold that is a style, and taken back',
    '<span style="font-weight:700">a</span> <b style="font-weight:400">b</b>',
    '**a** b',
  ],
  ['letters that are marks in Markdown', '<p>1. *a* [b] `c` # d</p>', '1\\. \\*a\\* \\[b] \\`c\\` # d'],
  ['text that is struck or underlined', '<s>a</s> <u>b</u> <mark>c</mark> <del>d</del>', 'a b c'],
  ['bold in a heading', '<h3><b>a</b> b</h3>', '### a b'],
  ['an anchor', '<h2><a name="x"></a>a <a href="#x">b</a></h2>', '## a b'],
  ['a line between texts', '<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb'],
  [
    'lists in cells',
    '<table><tr><td>a<td><ul><li>b<li>c</ul><tr><td>d<td>e</table>',
    '| a | b c |\n| - | - |\n| d | e |',
  ],
  ['a caption of a table', '<table><caption>a</caption><tr><td>b<td>c</table>', 'a\n\n| b | c |\n| - | - |'],
  ['a table in a table', '<table><tr><td>a<td><table><tr><td>b<td>c</table></table>', 'a\n\n| b | c |\n| - | - |'],
  [
    'an address whose parts look like attributes',
    '<a href="https://a.example/one=1">b</a>',
    '[b](https://a.example/one=1)',
  ],
  ['an emoji that is an image', 'a <img alt="🎉" src="https://a.example/e.png">', 'a 🎉'],
  ['from right to left', '<p dir="rtl">مرحبا <b>بك</b></p><ul><li>واحد</ul>', 'مرحبا **بك**\n\n- واحد'],
])('writes %s as Markdown', (_, html, markdown) => {
  expect(textOf(html)).toBe(markdown)
})

it('says whether it is a part of a line', () => {
  for (const [html, inline] of [
    ['a <b>b</b>', true],
    ['<p>a</p>', true],
    ['<h1>a</h1>', false],
    ['<p>a<p>b', false],
    ['<li>a', false],
  ] as const)
    expect([html, read(html)?.inline]).toEqual([html, inline])
})

it('cuts a text at its headings, and one of very many not at all', () => {
  const section = (n: number) => `<h2>${n}</h2><p>Text</p>`
  const count = (n: number) => read(Array.from({ length: n }, (_, at) => section(at)).join(''))?.blocks.length
  expect([count(1), count(3), count(40)]).toEqual([1, 3, 1])
})
