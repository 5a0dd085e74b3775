import { box, disc, group, ink, path, picture, polygon, ring, stroke } from './kit.js'

const W = 1200
const H = 1500
const skin = { light: '#f6cba9', shade: '#dc9472', deep: '#bf7353' }
const hair = { base: ink.night, sheen: '#2a4468' }

const mountains = () => [
  path(ink.sky, polygon([[-10, 1040], [40, 980], [80, 1016], [176, 862], [300, 1030], [380, 970], [600, 1150], [800, 980], [880, 1040], [1040, 838], [1130, 962], [1170, 926], [1210, 980], [1210, 1500], [-10, 1500]])),
  path(ink.bone, polygon([[176, 862], [262, 978], [226, 968], [204, 1016], [180, 948], [150, 974], [176, 918]]) + polygon([[1040, 838], [1118, 946], [1086, 936], [1062, 992], [1040, 926], [1004, 946], [1034, 894]])),
  path(ink.sea, polygon([[-10, 1250], [120, 1110], [230, 1180], [330, 1090], [470, 1240], [760, 1240], [890, 1080], [980, 1150], [1080, 1060], [1210, 1210], [1210, 1500], [-10, 1500]])),
]

/** A knitted yoke: bands of stitches on circles round the neck. */
const yoke = () => {
  const centre = [600, 900]
  const along = (radius, count, shape) =>
    Array.from({ length: count + 1 }, (_, i) => {
      const a = (-78 + (156 * i) / count) * (Math.PI / 180)
      const [x, y] = [centre[0] + Math.sin(a) * radius, centre[1] + Math.cos(a) * radius]
      const turn = (px, py) => `${(x + px * Math.cos(a) + py * Math.sin(a)).toFixed(1)} ${(y - px * Math.sin(a) + py * Math.cos(a)).toFixed(1)}`
      return shape(turn)
    })
  const outline = (...points) => (turn) => `M${points.map(([x, y]) => turn(x, y)).join('L')}z`
  const stitch = (s) => outline([-s, -s], [s, -s], [s, s], [-s, s])
  const point = (s, h) => outline([-s, -h], [s, -h], [0, h])
  const star = (s) => (turn) =>
    [0, 1, 2, 3]
      .map((k) => {
        const c = Math.cos((k * Math.PI) / 2)
        const d = Math.sin((k * Math.PI) / 2)
        const p = (x, y) => turn(x * c - y * d, x * d + y * c)
        return `M${p(2, 2)}L${p(s * 0.42, s)}L${p(s, s * 0.42)}zM${p(-2, 2)}L${p(-s * 0.42, s)}L${p(0, s * 0.62)}L${p(2, 2)}z`
      })
      .join('')
  return [
    path(ink.vermilion, along(312, 26, point(15, 13))),
    path(ink.bone, along(348, 30, stitch(6))),
    path(ink.bone, along(402, 17, star(34))),
    path(ink.ochre, along(402, 17, () => '').concat(along(404, 34, (turn) => turn).filter((_, i) => i % 2).map((turn) => outline([0, -15], [10, 0], [0, 15], [-10, 0])(turn)))),
    path(ink.bone, along(456, 38, stitch(6))),
    path(ink.vermilion, along(494, 38, (turn) => outline([-17, 14], [17, 14], [0, -14])(turn))),
    path(ink.bone, along(532, 40, stitch(6))),
    path(ink.sky, along(600, 30, stitch(6))),
    path(ink.sky, along(660, 30, stitch(6)).filter((_, i) => i > 0).map((_, i) => along(660, 60, stitch(6))[2 * i + 1])),
  ]
}

const jumper = 'M70 1510C84 1330 200 1238 392 1172C452 1150 486 1126 498 1090L702 1090C714 1126 748 1150 808 1172C1000 1238 1116 1330 1130 1510z'

const body = () => [
  `<clipPath id="j"><path d="${jumper}"/></clipPath>`,
  path(ink.deep, jumper),
  group('clip-path="url(#j)"', [yoke(), path(ink.night, 'M700 1080C780 1180 1010 1160 1140 1510H960C920 1330 800 1240 700 1180z', 'opacity=".28"')]),
]

const neck = () => [
  path(skin.shade, 'M508 880H692V1100Q600 1160 508 1100z'),
  path('#e9ad8b', 'M508 990Q530 1004 566 1010V1120Q520 1110 508 1092z'),
  path('#cb8160', 'M508 890H692V1000Q600 1046 508 962z'),
  path(ink.deep, 'M484 1058Q600 1130 716 1058Q728 1104 726 1150Q600 1222 474 1150Q472 1104 484 1058z'),
  stroke('#1d5d69', 7, Array.from({ length: 13 }, (_, i) => {
    const x = 498 + i * 17
    const sag = Math.sin(((i + 0.5) / 13) * Math.PI) * 34
    return `M${x} ${1078 + sag}L${x - 6 + i} ${1152 + sag}`
  }), 'stroke-linecap="round"'),
]

const face = () => [
  path(skin.light, 'M600 430C716 430 780 520 780 650C780 752 748 838 698 900C664 942 634 968 600 968C566 968 536 942 502 900C452 838 420 752 420 650C420 520 484 430 600 430z'),
  // the side away from the sun, cut along the nose
  path(skin.shade, 'M622 430C722 436 780 524 780 650C780 752 748 838 698 900C664 942 634 968 604 968C612 930 606 900 600 886C616 872 612 852 604 838C600 818 604 806 612 796C598 804 580 800 570 782C566 772 572 758 580 742C596 706 606 668 606 622C612 560 604 500 622 430z'),
  // cheek
  disc('#f0ab88', 486, 776, 44),
  path('#cc7f5e', 'M764 740C752 790 734 820 716 832C692 830 680 806 690 780C702 756 736 740 764 740z'),
]

const eye = (x, lidded, white) => [
  path(white, `M${x - 45} 664Q${x - 8} 628 ${x + 44} 656Q${x + 8} 690 ${x - 45} 664z`),
  disc(ink.deep, x + 1, 657, 18),
  disc(ink.night, x + 1, 657, 9),
  disc(ink.bone, x - 5, 651, 5),
  stroke(ink.night, 8, `M${x - 48} 664Q${x - 8} ${lidded} ${x + 46} 655`, 'stroke-linecap="round"'),
]

const features = () => [
  eye(514, 622, '#fdf6ea'),
  eye(690, 622, '#f0d9c6'),
  path(hair.base, 'M446 590Q490 546 566 574Q568 584 562 588Q498 570 450 598zM640 574Q712 546 756 590L750 598Q706 570 644 588Q636 584 640 574z'),
  // mouth
  path('#b5331c', 'M530 838Q566 822 588 829Q600 835 612 829Q634 822 672 834Q642 855 602 857Q560 857 530 838z'),
  path(ink.vermilion, 'M530 838Q560 857 602 857Q642 855 672 834Q648 888 602 888Q556 886 530 838z'),
  path('#c93a1f', 'M602 857Q642 855 672 834Q648 888 602 888z'),
  // glasses
  ring(ink.oxblood, 10, 512, 662, 78),
  ring(ink.oxblood, 10, 692, 662, 78),
  stroke(ink.oxblood, 10, 'M588 646Q602 630 616 646'),
  path('#ffffff', 'M462 700L520 606L540 612L480 712zM650 712L706 608L718 611L662 716z', 'opacity=".16"'),
]

const hairBack = () => path(hair.base, 'M604 316C462 316 382 426 384 590C386 700 364 800 358 890C356 950 420 984 492 958C540 970 660 970 708 958C780 984 846 946 842 884C836 800 818 700 820 590C822 420 742 316 604 316z')

const hairFront = () => [
  path(hair.base, 'M664 384C590 452 470 486 440 640C430 740 452 860 486 956C420 990 350 950 358 886C366 800 386 700 384 590C382 420 470 318 604 316C742 316 822 420 820 590C818 700 836 800 842 884C850 950 782 986 716 956C750 860 778 740 770 640C762 540 738 450 664 384z'),
  stroke(hair.sheen, 9, ['M640 356C540 384 436 446 416 600', 'M600 344C500 372 424 440 404 560', 'M412 690C408 770 392 840 396 902', 'M690 372C752 420 788 500 794 590', 'M794 690C798 770 812 830 808 890', 'M436 760C440 830 446 880 456 924'], 'stroke-linecap="round"'),
  disc(ink.ochre, 470, 916, 25),
]

export const files = () => ({
  'portrait.svg': picture(W, H, ink.sand, [
    path('#eec196', box(0, 760, W, 500)),
    disc(ink.vermilion, 600, 590, 440),
    mountains(),
    hairBack(),
    body(),
    neck(),
    face(),
    features(),
    hairFront(),
  ]),
})
