import { UsageError, type Settings } from '@benchpress/core/preset'
import type { ReportSection } from '@benchpress/core/report'
import { text } from '@benchpress/report'
import type { CommandOptions } from '../add-command.ts'
import { exitCodes, InterruptedError, type CommandContext } from '../command-io.ts'
import { outputFlags } from '../flags/output-flags.ts'
import { isGiven, longName } from '../flags/read-flags.ts'
import { flagsOfSettings } from '../flags/config-flags.ts'
import { chooseStyle, printFaults } from '../print-lines.ts'

const fitting: readonly string[] = ['noColor', 'noProgress', 'noGithub', 'quiet']

/**
 * Prints what a part of a preset measures without a load; says which flags of a load are therefore not used.
 *
 * @param name name of the preset and its part
 * @returns the exit code
 * @throws UsageError for a flag of a result, which there is none of
 */
export async function printLocalPart(
  name: string,
  measure: (signal: AbortSignal) => Promise<readonly ReportSection[]>,
  { settings, options }: { readonly settings: Settings; readonly options: CommandOptions },
  { io, targetCommand }: CommandContext,
): Promise<number> {
  const source = { options, env: io.env, cwd: io.cwd }
  const refused = Object.entries(outputFlags).filter(([key, flag]) => !fitting.includes(key) && isGiven(flag, source))
  if (refused.length > 0)
    throw new UsageError(
      refused.map(([, { flags }]) => ({ message: `${longName(flags)}: ${name} prints tables, and has no result`, hint: 'Leave it out.' })),
    )
  const given = Object.entries(flagsOfSettings).filter(([key]) => settings[key as keyof Settings] !== undefined)
  const unused = [...given.map(([, { flags }]) => longName(flags)), ...(targetCommand.length > 0 ? ['the command after --'] : [])]
  if (unused.length > 0)
    printFaults(io.stderr, [`${name} measures functions in this process and sends nothing; not used: ${unused.join(', ')}`])
  const sections = await measure(io.signal)
  io.stdout.write(text({ title: name, sections }, chooseStyle(io.stdout, io.env, options['color'] === false)))
  return io.signal.reason instanceof InterruptedError ? exitCodes.interrupted[io.signal.reason.by] : exitCodes.ok
}
