import { box, circle, disc, group, ink, path, picture, random, ring, stroke } from './kit.js'

const S = 400
const tones = {
  rose: ['#f4c9aa', '#dd9a78', '#c47d5d'],
  sun: ['#e8b083', '#c98557', '#ab693f'],
  brown: ['#b9764a', '#955632', '#7a4226'],
  dark: ['#8a5236', '#693a25', '#512a1a'],
}

/** A head from the front, lit from the left: neck, face, and the shade cut along the nose. */
const head = ([light, shade, deep], { lips = deep, brow = ink.night, closed = false, eye = ink.night } = {}) => [
  path(shade, 'M164 250H236V318Q200 332 164 318z'),
  path(deep, 'M164 264Q200 306 236 262V250H164z'),
  path(light, 'M200 98C246 98 268 134 268 184C268 224 254 256 236 276C224 290 212 298 200 298C188 298 176 290 164 276C146 256 132 224 132 184C132 134 154 98 200 98z'),
  path(shade, 'M206 98C248 100 268 134 268 184C268 224 254 256 236 276C224 290 213 298 203 298C206 284 204 276 201 270Q207 264 202 256Q201 248 205 240C198 244 190 241 187 234C186 228 190 222 193 214C199 200 203 188 202 172C204 150 199 124 206 98z'),
  [168, 234].map((x) =>
    closed
      ? stroke(eye, 4.5, `M${x - 14} 184Q${x} 194 ${x + 13} 183`, 'stroke-linecap="round"')
      : [disc(eye, x, 186, 6.5), stroke(eye, 4.5, `M${x - 15} 185Q${x - 2} 172 ${x + 14} 182`, 'stroke-linecap="round"')],
  ),
  stroke(brow, 7, 'M148 164Q164 154 182 160M220 160Q238 154 253 164', 'stroke-linecap="round"'),
  path(lips, 'M176 254Q188 248 200 251Q214 248 226 253Q214 267 201 267Q187 267 176 254z'),
]

const shoulders = (colour, shade, more = '') => [
  path(colour, 'M30 410C36 350 82 324 150 310Q200 340 250 310C318 324 364 350 370 410z'),
  path(shade, 'M212 410C226 372 250 340 250 310C318 324 364 350 370 410z'),
  more,
]

const people = {
  ingrid: () => [
    ink.sky,
    [
      disc(ink.vermilion, 318, 92, 54),
      path('#e8e2d6', circle(200, 74, 40)),
      path('#c9c6bf', 'M214 36A40 40 0 0 1 214 112z'),
      path('#e8e2d6', 'M200 78C138 78 118 130 122 186C124 216 130 226 138 236H262C270 226 276 216 278 186C282 130 262 78 200 78z'),
      shoulders(ink.night, '#0d1828', path(ink.ochre, 'M134 318Q200 372 266 318L276 336Q200 398 124 336z')),
      head(tones.rose, { brow: '#b9b4aa', lips: '#b5331c', eye: ink.deep }),
      path('#e8e2d6', 'M200 84C150 84 120 120 128 196C140 180 148 140 214 112C240 124 262 150 272 196C280 120 250 84 200 84z'),
      path('#c9c6bf', 'M214 112C240 124 262 150 272 196C280 120 250 84 206 84C226 92 222 104 214 112z'),
    ],
  ],
  duarte: () => [
    ink.ochre,
    [
      path(ink.night, 'M128 150H272V216H128z'),
      shoulders(ink.bone, '#ded0b4', [path('#cdbb98', 'M196 338h8v80h-8z'), disc(ink.vermilion, 180, 362, 6), disc(ink.vermilion, 180, 390, 6)]),
      head(tones.sun),
      path(ink.night, 'M152 250C160 228 186 228 200 238C214 228 240 228 250 250C232 244 216 250 201 248C186 250 168 244 152 250z'),
      path(ink.bone, 'M126 146C92 134 88 84 128 76C140 40 178 36 200 50C224 34 264 42 272 76C314 84 308 134 274 146z'),
      path('#ded0b4', 'M206 146C216 110 226 70 220 44C244 40 268 54 272 76C314 84 308 134 274 146z'),
      path('#cdbb98', box(126, 136, 148, 14)),
    ],
  ],
  noor: () => {
    const next = random(6)
    const curls = Array.from({ length: 34 }, (_, i) => {
      const a = Math.PI * (0.86 + (1.28 * i) / 33)
      return circle(200 + Math.cos(a) * (92 + next() * 18), 176 + Math.sin(a) * (86 + next() * 18), 24 + next() * 12)
    })
    return [
      ink.blush,
      [
        disc(ink.vermilion, 200, 178, 152),
        path('#2a1714', [...curls, circle(200, 160, 90)]),
        shoulders(ink.cobalt, '#1d3880'),
        head(tones.brown, { lips: '#8a2622', brow: '#2a1714' }),
        path('#2a1714', 'M200 84C150 84 122 118 130 184C142 150 162 128 200 124C238 128 258 150 270 184C278 118 250 84 200 84z'),
        disc(ink.ochre, 136, 250, 12),
        disc(ink.ochre, 266, 250, 12),
      ],
    ]
  },
  samuel: () => [
    ink.cobalt,
    [
      disc('#3a5fb4', 92, 110, 64),
      shoulders(ink.vermilion, '#b8381f', path(ink.bone, 'M158 312L200 356L242 312L252 322L200 384L148 322z')),
      head(tones.dark, { lips: '#a8583f', brow: '#190d0a', eye: '#190d0a' }),
      path('#190d0a', 'M200 86C152 86 124 116 130 176L140 172C142 144 152 128 172 124H230C250 128 258 144 260 172L270 176C276 116 248 86 200 86z'),
      path('#190d0a', 'M132 196C136 250 160 304 200 308C240 304 264 250 268 196C260 222 250 236 228 240Q200 228 174 240C150 236 140 222 132 196zM176 254Q200 244 226 253Q214 267 201 267Q187 267 176 254z', 'fill-rule="evenodd"'),
      ring(ink.ochre, 6, 167, 186, 27),
      ring(ink.ochre, 6, 235, 186, 27),
      stroke(ink.ochre, 6, 'M194 182Q201 176 208 182'),
    ],
  ],
  graca: () => [
    ink.sea,
    [
      path(ink.oxblood, 'M200 66C128 66 104 128 112 196C118 252 132 290 168 316H232C268 290 282 252 288 196C296 128 272 66 200 66z'),
      shoulders('#3b2a4a', '#2b1e38'),
      head(tones.sun, { closed: true, brow: '#cfc8bb', lips: '#9c3a2a' }),
      path('#dcd5c8', 'M200 100C162 102 140 124 136 172C150 148 168 136 202 130C234 134 252 148 264 172C260 124 238 102 200 100z'),
      path(ink.oxblood, 'M200 66C128 66 104 128 112 196C118 250 134 288 164 312C140 262 128 214 132 184C134 140 158 112 202 110C244 112 266 140 268 184C272 214 260 262 236 312C266 288 282 250 288 196C296 128 272 66 200 66z'),
      path(ink.ochre, [[150, 96], [186, 84], [222, 86], [254, 102], [124, 138], [276, 142], [120, 186], [280, 190], [128, 232], [272, 236]].map(([x, y]) => circle(x, y, 6))),
      path(ink.oxblood, 'M164 306Q200 336 236 306L254 352L214 332H186L146 352z'),
      path('#6d1a1a', 'M186 318H214L220 342H180z'),
    ],
  ],
  tomasz: () => [
    ink.sand,
    [
      path('#e0bd86', box(0, 0, 200, 400)),
      shoulders(ink.deep, '#0c3038', [0, 1, 2].map((k) => stroke(ink.sea, 6, `M${64 + k * 22} ${352 + k * 14}H${336 - k * 22}`)).join('')),
      path('#c4602a', 'M130 150H270V210H130z'),
      head(tones.rose, { brow: '#a44a1c', eye: ink.cobalt }),
      path('#c4602a', 'M132 190C128 270 156 336 200 338C244 336 272 270 268 190C262 222 250 234 226 238Q200 226 176 238C150 234 138 222 132 190zM178 254Q200 246 224 253Q214 264 201 264Q188 264 178 254z', 'fill-rule="evenodd"'),
      path('#a44a1c', 'M203 338C246 332 272 270 268 190C262 222 250 234 226 238Q214 232 205 233V250Q214 250 224 253Q214 264 203 264z'),
      path(ink.night, 'M120 138C116 84 160 58 208 60C262 62 290 98 282 140C262 128 160 124 120 138z'),
      path('#0a1424', 'M112 146C160 120 240 122 290 142Q296 154 282 156C230 138 160 140 124 158Q108 158 112 146z'),
      disc(ink.vermilion, 204, 62, 9),
    ],
  ],
}

export const files = () =>
  Object.fromEntries(
    Object.entries(people).map(([name, draw]) => {
      const [ground, body] = draw()
      return [`avatar-${name}.svg`, picture(S, S, ground, group('', body))]
    }),
  )
