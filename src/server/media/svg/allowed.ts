const words = (text: string): string[] => text.trim().split(/\s+/)

/** Elements that draw. No scripts, no HTML, no animations, nothing that fetches. */
export const allowedElements = words(`
  svg g defs symbol use switch a title desc style view
  path rect circle ellipse line polyline polygon image
  text tspan textPath
  linearGradient radialGradient stop pattern marker mask clipPath filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence
`)

const presentation = words(`
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters cursor direction display
  dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family font-size font-size-adjust font-stretch
  font-style font-variant font-weight image-rendering isolation letter-spacing lighting-color marker marker-end marker-mid marker-start
  mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering stop-color stop-opacity stroke stroke-dasharray
  stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style text-anchor text-decoration
  text-rendering transform transform-origin vector-effect visibility word-spacing writing-mode
`)

export const allowedAttributes = [
  ...presentation,
  ...words(`
    xmlns xmlns:xlink id class lang xml:lang xml:space version role aria-label aria-labelledby aria-hidden
    x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points pathLength width height viewBox preserveAspectRatio offset rotate
    textLength lengthAdjust startOffset method spacing side systemLanguage requiredExtensions requiredFeatures
    gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
    clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient
    filterUnits primitiveUnits in in2 result type values mode operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY
    edgeMode kernelUnitLength preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent scale xChannelSelector
    yChannelSelector azimuth elevation stdDeviation tableValues slope intercept amplitude exponent radius z pointsAtX pointsAtY
    pointsAtZ limitingConeAngle baseFrequency numOctaves seed stitchTiles href xlink:href
  `),
]
