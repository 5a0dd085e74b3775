export const purposes: Readonly<Record<string, string>> = {
  about:
    'Who you are, in facts: portrait, name, age, where you come from and where you live. The page shows the first entry.',
  testimonials:
    'What clients say about working with you. Two honest sentences with a name sell more than any list of skills.',
  projects:
    'Your work: an image, a title and a few sentences. Each project also has an address of its own that you can send around.',
  educations: 'Where and what you learnt. Shown as a timeline in the Resume section.',
  experiences: 'Where you have worked, and as what. Shown as a timeline in the Resume section.',
  skills: 'What you can do and how well, in per cent. Shown as bars that fill when they are seen.',
  certificates:
    'What others have certified, with a link where one can check it. Shown in the Resume section, and nowhere without one.',
  languages: 'What you speak, and how well. Shown in the Resume section, and nowhere without one.',
  lists:
    'Talks, exhibitions, press, clients, publications: what is said in a line, with its year, its place and its links. Each list is a section of the page under the title that you give it, and stands in the menu and in the CV.',
  pages:
    'What does not fit the one page: prices, answers, an imprint, a privacy policy. Each has an address of its own, or is a section of the page.',
  services: 'What one can hire you for, in a few cards of two sentences each.',
}
