import { services } from '../collections/services.ts'
import { defineExamples } from './define-examples.ts'

// Six cards: specification, section 1.
export const servicesExamples = defineExamples(services, [
  {
    icon: 'layout',
    title: 'Websites, start to finish',
    text: 'From the first conversation to the day it goes live: structure, design, code and hosting by one person. You always know whom to ask.',
  },
  {
    icon: 'pen',
    title: 'Interface design',
    text: 'I design in the browser, with your real texts and on your real phone. No images of websites that turn out not to be buildable.',
  },
  {
    icon: 'cart',
    title: 'Small online shops',
    text: 'Forty products rather than forty thousand. Stock, postage and invoices done properly, and an order page your packing table can use.',
  },
  {
    icon: 'speed',
    title: 'Faster old websites',
    text: 'A week of measuring and mending, without a rebuild. You get the numbers before and after, and pay half if they have not halved.',
  },
  {
    icon: 'device',
    title: 'Accessibility reviews',
    text: 'I go through your site with a keyboard, a screen reader and the WCAG list, then fix what I find, or write it up so your team can.',
  },
  {
    icon: 'support',
    title: 'Care and hosting',
    text: 'Updates, backups that have been restored at least once, and an answer within a working day. A fixed price a month, cancelled by e-mail.',
  },
])
