export function exitOf(code: number | null, signal: NodeJS.Signals | null): { code: number; reason: string }
