import { lists } from '../collections/lists.ts'
import { defineExamples } from './define-examples.ts'

export const listsExamples = defineExamples(lists, [
  {
    title: 'Talks',
    kind: 'talks',
    link: 'navbar',
    items: [
      {
        year: 2025,
        month: 5,
        title: 'A timetable is an interface',
        place: 'Nordic Web Days, Bodø',
        url: 'https://webdays.example/2025/timetable',
        text: 'On a ferry line that is read in the rain.',
        links: [
          { label: 'Slides', url: 'https://slides.example/timetable' },
          { label: 'Video', url: 'https://video.example/timetable' },
        ],
      },
      { year: 2023, month: 0, title: 'Forms that forgive', place: 'Lisbon', url: '', text: '', links: [] },
    ],
  },
])
