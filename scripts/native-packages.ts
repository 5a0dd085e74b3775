/** Packages with native parts or WebAssembly, which no bundle can hold: a release names them as its dependencies. */
export const nativePackages = {
  /** Without it there are no images, and so no site. */
  required: ['sharp'],
  /** Not there on every platform; without the first there are no share cards, without the second no CV as PDF, without the third fonts are whole. */
  optional: ['@takumi-rs/core', '@myriaddreamin/typst-ts-node-compiler', 'subset-font'],
}
