import { runLean } from './server/lean-process.ts'

runLean()
const [{ serve }, { giveUp }] = await Promise.all([import('./serve.ts'), import('./server/give-up.ts')])
await serve(process.argv.slice(2)).catch(giveUp)
