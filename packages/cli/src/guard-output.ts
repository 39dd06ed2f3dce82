import { withoutCommands } from '@benchpress/report/texts'
import type { CommandIo, Output } from './command-io.ts'

// The end of what was written that may be the beginning of a command.
const begunCommand = /(?:^|[\r\n])\s*:?$|#{1,2}\w*$/

/**
 * Takes the power of commands from everything that is printed where the log of a CI is read for them: texts of targets, journeys and configs are printed in many
 * places.
 *
 * Our own commands go past it, to `commands`.
 */
export function guardOutputs(io: CommandIo): CommandIo {
  return { ...io, stdout: guard(io.stdout, io), stderr: guard(io.stderr, io), commands: io.stderr }
}

function guard(stream: Output, { env }: Pick<CommandIo, 'env'>): Output {
  if (withoutCommands('::', env) === '::') return stream
  let begun = ''
  const write = (chunk: unknown, ...rest: readonly unknown[]): boolean => {
    const own = withoutCommands(String(chunk), env)
    const whole = `${begun}${own}`
    const shown = withoutCommands(whole, env) === whole ? own : ` ${own}`
    begun = begunCommand.exec(`${begun}${shown}`)?.[0] ?? ''
    return stream.write(...([shown, ...rest] as unknown as Parameters<Output['write']>))
  }
  return Object.create(stream, { write: { value: write } }) as Output
}
