import { blocksOfText } from '../../blocks/readable-markdown.ts'
import { pages } from '../collections/pages.ts'
import { defineExamples } from './define-examples.ts'

export const pagesExamples = defineExamples(pages, [
  {
    title: 'Prices',
    slug: 'prices',
    placement: 'page',
    link: 'navbar',
    blocks: blocksOfText('A day costs 640 €, and half a day half of it. You get the offer before the work begins.'),
  },
  {
    title: 'What I use',
    slug: 'uses',
    placement: 'section',
    link: 'footer',
    blocks: blocksOfText('A laptop from 2019, two notebooks with squares, and the stairs.'),
  },
])
