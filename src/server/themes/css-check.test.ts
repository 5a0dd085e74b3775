import { describe, expect, it } from 'vitest'
import { mostCssBytes } from '../../model/settings/settings.ts'
import { checkCss } from './css-check.ts'

const elsewhere = 'https://tracker.example/x'

/** Each stands on line 3. */
const hostile = [
  `a { background: url(${elsewhere}) }`,
  `a { background: url("${elsewhere}") }`,
  `a { background: URL( '${elsewhere}' ) }`,
  `a { background: u\\72l(${elsewhere}) }`,
  `a { background: \\75\\72\\6c ("${elsewhere}") }`,
  `a { background: \\000055rl("${elsewhere}") }`,
  'a { clip-path: url(#shape) }',
  `a { background: ur/**/l(x); mask: url(${elsewhere}) }`,
  `a { background: image-set("${elsewhere}" 1x) }`,
  `a { background: -webkit-image-set("${elsewhere}" 1x) }`,
  `a { background: image\\2dset("${elsewhere}" 1x) }`,
  `a { background: image("${elsewhere}") }`,
  `a { background: cross-fade("${elsewhere}", red) }`,
  `a { background: src("${elsewhere}") }`,
  'a { background: element(#main) }',
  'a { background: -moz-element(#main) }',
  'a { background: paint(worklet) }',
  'a { width: expression(alert(1)) }',
  `a { background: \u00d7url(${elsewhere}) }`,
  `a { --image: url(${elsewhere}) }`,
  `a { --rule: { background: url(${elsewhere}) } }`,
  `a { --image: ur\\6c(${elsewhere}) }`,
  `@media print { @supports (a: b) { a { &:hover { background: url(${elsewhere}) } } } }`,
  `@supports (background: url(${elsewhere})) { a { b: c } }`,
  `@import "${elsewhere}";`,
  `@im\\port "${elsewhere}";`,
  `@\\69mport "${elsewhere}";`,
  `@IMPORT "${elsewhere}";`,
  `a { b: c; @import "${elsewhere}"; }`,
  '@charset "utf-7";',
  `@namespace "${elsewhere}";`,
  '@font-face { font-family: x; src: local(x) }',
  '@property --x { syntax: "<url>"; inherits: true }',
  '@property --x { syntax: "\\3c url>"; inherits: true }',
  'a { background: attr(data-x type(<url>)) }',
  '@unheard-of { a { b: c } }',
  '</style><script>alert(1)</script>',
  '<!-- a { b: c } -->',
  'a { b: c } } b { c: d',
  'a { b: c) }',
  'a { b: "c }',
  'a { b: "c\n }',
  'a { b: "c\\',
  'a { b: (c',
  'a [b',
  'a { b: url( ',
  '/* a { b: c }',
  '/*/',
  'a { b: c } \\',
  'a { b: c\0 }',
  'a { b: c\f }',
  'a { b: "\ud800" }',
  'a { color red }',
  'a, { b: c }',
  '{ b: c }',
  'a',
  'a { '.repeat(40) + '}'.repeat(40),
  '('.repeat(30_000),
  'a{}'.repeat(3000),
]

describe('The check of CSS', () => {
  it.each(hostile.map((css) => [css.slice(0, 90), css]))('refuses %j and names its line', (_, css) => {
    const { css: minified, problems } = checkCss(`a { b: c }\r\n\n${css}`)
    expect(minified).toBe('')
    expect(problems[0]).toEqual({ line: 3, message: expect.stringMatching(/^\S.*\.$/) })
    expect(problems.length).toBeLessThanOrEqual(5)
  })

  it('refuses more than 32 kB, counted in bytes', () => {
    const rule = (text: string) => `a::before{content:"${text}"}`
    const room = mostCssBytes - rule('').length
    expect(checkCss(rule('x'.repeat(room))).problems).toEqual([])
    for (const css of [rule('x'.repeat(room + 1)), rule('é'.repeat(room / 2 + 1))])
      expect(checkCss(css).problems).toEqual([{ line: 1, message: 'There are more than 32 kB.' }])
  })

  it.each([
    ['a{}\na { color red }\n\nb { c: d }\n@import "x";', [5]],
    ['a { b: url(x) }\n\n/*\n*/ a { c: src("x") }', [1, 4]],
    ['\uFEFFa {\n', [1]],
  ])('names the line of every problem in %j', (css, lines) => {
    expect(checkCss(css).problems.map(({ line }) => line)).toEqual(lines)
  })

  it.each([
    ['a { color: red; }  /* note */\n\n b { c: d }', 'a{color:red}b{c:d}'],
    ['.a { color: red; &:hover, .b & { c: d } .e { f: g } h { i: j } }', undefined],
    ['@layer x, y;\n@layer x { a { b: c } }', '@layer x, y;@layer x{a{b:c}}'],
    ['@container card (inline-size >= 30em) and style(--x: 1) { a { b: c } }', undefined],
    ['@supports (a: b) and (not (c: d)) { a { b: c } }', undefined],
    ['@media (400px <= width <= 700px) { a { b: c } }', undefined],
    ['@scope (.a) to (.b) { :scope { b: c } }', undefined],
    ['@starting-style { a { opacity: 0 } }', undefined],
    ['@property --x { syntax: "<length>"; inherits: true; initial-value: 0px }', undefined],
    ['@keyframes x { from { top: 0 } 50% { top: 1px } }', '@keyframes x{from{top:0}50%{top:1px}}'],
    [':root { --a: light-dark(#fff, #000); --empty:; --b: { c: d } }', undefined],
    ['a:has(> img, + b):is(.c, .d):nth-child(2n+1 of .e) { f: g }', undefined],
    ['a { width: calc(100% - (2 * var(--gap, 1rem))); top: if(style(--x: 1): 1px; else: 2px) }', undefined],
    ['a { color: oklch(from var(--accent) l c h / 50%); font: 1rem/1.5 "Hanken Grotesk", serif }', undefined],
    ['[data-x="a" i]::before { content: "\\201C url(x) @import" }', undefined],
    ['.url, .image { b: c }', '.url,.image{b:c}'],
    ['.\\31 a { b: c !important; }', '.\\31 a{b:c!important}'],
    ['', ''],
  ])('takes %j', (css, minified) => {
    const checked = checkCss(css)
    expect(checked.problems).toEqual([])
    if (minified !== undefined) expect(checked.css).toBe(minified)
    expect(checkCss(checked.css)).toEqual(checked)
  })

  it('ends no element: what would is written as an escape', () => {
    expect(checkCss('a::after { content: "</style>" }').css).toBe('a::after{content:"\\3c/style>"}')
    expect(checkCss('a { --x: </style> }').css).not.toContain('</')
  })
})
