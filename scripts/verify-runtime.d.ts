export interface RuntimeHashes {
  version: string
  packages: Record<string, { integrity: string; binarySha256: string }>
}
export const runtimePackage: (platform?: string, arch?: string) => string
export const runtimeProblem: (root: string, name?: string, hashes?: RuntimeHashes) => string | undefined
export const changedRuntimeProblem: (root: string) => string | undefined
