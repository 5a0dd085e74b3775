// A copy of a part of the sources compiles, too.
/// <reference path="./css-tree.d.ts" />
import generate from 'css-tree/generator'
import parse from 'css-tree/parser'
import { tokenize, tokenTypes } from 'css-tree/tokenizer'
import { ident } from 'css-tree/utils'
import type { CheckedCss } from '../../model/settings/checked-css.ts'
import { mostCssBytes } from '../../model/settings/settings.ts'

const mostDepth = 24
const mostRules = 2000
const mostProblems = 5

const atRules = new Set([
  ...['container', 'counter-style', 'keyframes', '-webkit-keyframes', 'layer', 'media', 'page', 'position-try'],
  ...['property', 'scope', 'starting-style', 'supports', 'view-transition'],
])

/** Also with the prefix of a browser, or after a character that is no part of a name everywhere. */
const loading = /(?:^|[^a-z\d_])(?:url|src|image|image-set|cross-fade|element|paint|expression)$/

/** Read in different ways by a browser and here, or stored by neither database. */
const strange = /[\u0000-\u0008\u000b-\u001f\u007f\p{Cs}]/u

const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }

export type CheckCss = (css: string) => Promise<CheckedCss>

type Note = (offset: number, message: string) => void

/**
 * Reads every token, whatever it is part of: a parser passes over the values of custom properties, and over what it does not know. After
 * it, all brackets have their pair, so that nothing gets out of the block around it.
 */
const scan = (source: string, note: Note): void => {
  const type = tokenTypes
  const open: { bracket: string; start: number }[] = []
  let rules = 0
  let last = ''
  tokenize(source, (kind, start, end) => {
    const text = source.slice(start, end)
    const name = (length: number) => ident.decode(text.slice(0, length)).toLowerCase()
    if (kind === type.Url || kind === type.BadUrl || (kind === type.Ident && last === '<' && name(end) === 'url'))
      note(start, 'url() is not allowed, since this CSS loads nothing.')
    else if (kind === type.Function && loading.test(name(-1)))
      note(start, `${name(-1)}() is not allowed, since this CSS loads nothing.`)
    else if (kind === type.AtKeyword && !atRules.has(ident.decode(text.slice(1)).toLowerCase()))
      note(start, `${text.slice(0, 40)} is not allowed here.`)
    else if (kind === type.BadString) note(start, 'A string is not closed.')
    else if (kind === type.String && /<\s*url\s*>/i.test(ident.decode(text)))
      note(start, '<url> is not allowed, since this CSS loads nothing.')
    else if (kind === type.Comment && !(text.length > 3 && text.endsWith('*/'))) note(start, 'A comment is not closed.')
    else if (kind === type.CDO || kind === type.CDC) note(start, `${text} is not CSS.`)
    const bracket = kind === type.Function ? '(' : text
    if (Object.hasOwn(closing, bracket)) {
      open.push({ bracket, start })
      if (open.length === mostDepth + 1) note(start, `This is nested more than ${mostDepth} deep.`)
      if (bracket === '{' && ++rules === mostRules + 1) note(start, `There are more than ${mostRules} rules.`)
    } else if (text === '}' || text === ')' || text === ']') {
      if (closing[open.at(-1)?.bracket ?? ''] === text) open.pop()
      else note(start, `“${text}” closes nothing.`)
    }
    if (kind !== type.WhiteSpace && kind !== type.Comment) last = text
  })
  for (const { bracket, start } of open) note(start, `“${bracket}” is not closed.`)
}

/** The same CSS without comments and spaces between rules. Values and the conditions of at-rules stay as they were written. */
const minify = (source: string, note: Note): string => {
  const tree = parse(source, {
    positions: true,
    parseValue: false,
    parseAtrulePrelude: false,
    onParseError: ({ offset, message }, { loc: { start, end } }) => {
      // A nested rule that does not begin with & is known to browsers, not to the parser.
      if (!source.slice(start.offset, end.offset).includes('{'))
        note(offset, `This cannot be read: ${message.toLowerCase()}.`)
    },
  })
  return generate(tree).replaceAll('</', '\\3c/')
}

/**
 * Says of a style sheet of the owner's whether it may stand on a page. It loads nothing, is well formed and ends no element: the page's
 * Content-Security-Policy is the guard behind it. Takes time in proportion to its length.
 */
export const checkCss = (text: string, most: number = mostCssBytes): CheckedCss => {
  // With a line end, at which a string ends that nobody closes.
  const source = `${text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')} \n`
  const problems: CheckedCss['problems'] = []
  const note: Note = (offset, message) => {
    if (problems.length >= mostProblems) return
    problems.push({ line: source.slice(0, offset).split('\n').length, message })
  }
  const strangeAt = source.search(strange)
  if (Buffer.byteLength(text) > most) note(0, `There are more than ${most / 1024} kB.`)
  else if (strangeAt >= 0) note(strangeAt, 'There is a character that cannot be shown.')
  else scan(source, note)
  const css = problems.length === 0 ? minify(source, note) : ''
  return { css: problems.length === 0 ? css : '', problems }
}
