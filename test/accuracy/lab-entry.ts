import type { Lab, LabReply } from './lab.ts'

// A lab in a process of its own: its module and options are arguments, and a message requests each block.
const [, , module = '', options = '{}'] = process.argv
const { prepare } = (await import(module)) as { prepare: (options: unknown) => Promise<Lab> }
const lab = await prepare(JSON.parse(options))

process.on('disconnect', () => void lab.close().then(() => process.exit()))
process.on('message', (who: 'reference' | 'ours') => void measure(who).then((reply) => process.send?.(reply)))
process.send?.({ block: {} } satisfies LabReply)

async function measure(who: 'reference' | 'ours'): Promise<LabReply> {
  try {
    return { block: await lab[who]() }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
