import { ownValues, UsageError, type Problem } from '@benchpress/core/preset'
import { checkTarget, findPreset, inTheirNames, withVariables } from '@benchpress/presets/run'
import { refuseInputs } from '@benchpress/report/outputs'
import { keepSecrets, secretsOf } from '@benchpress/core/report'
import type { CommandOptions } from '../add-command.ts'
import type { CommandContext } from '../command-io.ts'
import { readFlags } from '../flags/read-flags.ts'
import { flagsOfPreset } from '../flags/parameter-flags.ts'
import { checkedValues, planOfPreset, refuseForeignFlags, refuseRequestFlags } from '../presets/plan-preset.ts'
import { printLocalPart } from './local-part.ts'
import { measure } from './measure.ts'
import { collectProblems, readSettings } from './read-settings.ts'
import { collectPlans } from './read-suite.ts'

/** Runs a published load test again and compares it with what was published, for `benchpress preset NAME`. */
export async function presetCommand(name: string, options: CommandOptions, context: CommandContext): Promise<number> {
  const { known, args, targetCommand } = context
  const { preset, part } = findPreset(name, known.presets)
  const io = { ...context.io, env: withVariables(context.io.env, preset.variables) }
  const source = { options, env: io.env, cwd: io.cwd }
  const problems: Problem[] = []
  refuseRequestFlags(source, problems)
  refuseForeignFlags(preset, known.presets.values(), source, problems)
  const { settings: asked, output, files, read, baseline } = await readSettings(options, io, problems)
  const inputs = [...read]
  const flags = flagsOfPreset(preset)
  const given = readFlags(flags, { ...source, onRead: (path: string) => inputs.push(path) }, problems)
  const { settings, own } = await checkedValues(preset, { settings: asked, own: given, source }, problems)
  const local = part === undefined ? undefined : preset.local?.(part, ownValues(preset, { settings, own, urls: [] }))
  if (local !== undefined && problems.length === 0) return printLocalPart(name, local, { settings, options }, context)
  await refuseInputs(files, inputs, problems)
  const request = { settings, own, part, targetCommand, folder: io.cwd, module: known.module }
  const prepared = await collectProblems(() => planOfPreset(preset, request, problems), problems)
  if (prepared !== undefined) context.onEnd(keepSecrets(secretsOf(prepared.suite)))
  const origin = prepared && ({ from: 'preset', suite: prepared.suite, settings, source, own: { flags, values: own } } as const)
  const plans = origin && (await collectPlans(origin, { folder: io.cwd }, problems))
  if (prepared === undefined || plans === undefined || problems.length > 0)
    throw new UsageError(inTheirNames(problems, context.io.env, preset.variables))
  await checkTarget(preset.name, prepared.routes, settings)
  return measure({ ...prepared, plans, args, folder: io.cwd, output, files, baseline }, io)
}
