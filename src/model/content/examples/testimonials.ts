import { testimonials } from '../collections/testimonials.ts'
import { defineExamples } from './define-examples.ts'

export const testimonialsExamples = defineExamples(testimonials, [
  {
    image: 'avatar-ingrid.svg',
    fullname: 'Ingrid Aune',
    country: 'Norway',
    show_country: true,
    feedback:
      'Our old timetable was a PDF that people photographed at the pier. Mira spent two days on the boats before she drew anything. Now the page opens where there is hardly any signal, and the phone in the wheelhouse has stopped ringing.',
    email: 'ingrid@sundlinjen.example',
    star: 5,
  },
  {
    image: 'avatar-duarte.svg',
    fullname: 'Duarte Pimenta',
    country: 'Portugal',
    show_country: true,
    feedback:
      'I bake at night and change the website at five in the morning with flour on my hands. It works. That is my review.',
    email: 'duarte@meialua.example',
    star: 5,
  },
  {
    image: 'avatar-noor.svg',
    fullname: 'Noor van Dalen',
    country: 'Netherlands',
    show_country: true,
    feedback:
      'She told us in the first call that half of our list was not worth the money, and she was right about most of it. We would have liked a bit more hand-holding with the newsletter, hence four stars. The site itself has not been down once in two festival seasons.',
    email: 'noor@kvart.example',
    star: 4,
  },
  {
    image: 'avatar-samuel.svg',
    fullname: 'Samuel Okoro',
    country: 'Ireland',
    show_country: true,
    feedback:
      'I am an engineer, so I read the code. It is short, it has tests, and the comments say why. We took the project over after launch and changed the routing in our first week without writing to her once.',
    email: 'samuel@openstreets.example',
    star: 5,
  },
  {
    image: 'avatar-graca.svg',
    fullname: 'Graça Teles',
    country: 'Portugal',
    show_country: true,
    feedback:
      'We are eleven weavers and none of us liked computers. Mira sat with us until the shop did what the order book did, with the same words in the same order. In the first winter it sold out the grey blankets twice. My niece says it is also beautiful; I only know that I can use it.',
    email: 'graca@fio.example',
    star: 5,
  },
  {
    image: 'avatar-tomasz.svg',
    fullname: 'Tomasz Wilk',
    country: 'Poland',
    show_country: true,
    feedback: 'Quoted six weeks, took six weeks. I did not know that was possible.',
    email: 'tomasz@wilkprint.example',
    star: 5,
  },
])
