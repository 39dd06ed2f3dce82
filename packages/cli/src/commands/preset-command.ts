import type { Command } from 'commander'
import { UsageError, type Preset, type Problem } from '@benchpress/core/preset'
import type { NamedPreset } from '@benchpress/presets/run'
import type { CommandContext } from '../command-io.ts'
import { addFlags, addHiddenFlags, addRefusedFlags } from '../flags/add-flags.ts'
import { baselineFlags } from '../flags/baseline-flags.ts'
import { connectionFlags } from '../flags/connection-flags.ts'
import { findFlags } from '../flags/find-flags.ts'
import { loadFlags } from '../flags/load-flags.ts'
import { outputFlags } from '../flags/output-flags.ts'
import { requestFlags } from '../flags/request-flags.ts'
import { suiteFlags } from '../flags/suite-flags.ts'
import type { KnownPresets } from '../presets/known-presets.ts'
import { inTheirNames, withVariables } from '../presets/preset-variables.ts'

const ofPreset = "the preset's"

/**
 * Adds `benchpress preset NAME`, which runs a published load test again and compares it with what was published.
 *
 * @param known the presets of the command line; none while another command runs
 */
export function addPresetCommand(program: Command, context: CommandContext, known: KnownPresets): void {
  const { presets, named } = known
  const shown = presets.get(named ?? '')
  const hidden = shown?.unfit?.map(({ key }) => key) ?? []
  const help = { defaults: ofPreset, hidden }
  const command = program
    .command('preset <name>')
    .usage('[options] <name | file | package>[:part] [-- COMMAND...]')
    .description(shown?.title ?? 'run a published load test again: against its own target, a running one (--url), or a command')
  addFlags(command, 'Load, in place of the documented one:', loadFlags, help)
  addFlags(command, 'Connection:', connectionFlags, help)
  addFlags(command, 'Test:', suiteFlags, help)
  for (const { name, flags } of presets.values()) {
    if (flags === undefined) continue
    if (shown === undefined || shown.name === name) addFlags(command, `Preset ${name} alone:`, flags)
    else addHiddenFlags(command, flags)
  }
  addFlags(command, 'Baseline:', baselineFlags)
  addFlags(command, 'Output:', outputFlags)
  // They are refused with a reason, where they would be merely unknown.
  addHiddenFlags(command, requestFlags)
  addHiddenFlags(command, findFlags)
  addRefusedFlags(command)
  command.addHelpText('after', shown === undefined ? listed(presets) : partsOf(shown, named))
  command.action(async (name: string, options: Readonly<Record<string, unknown>>) => {
    const { findPreset } = await import('@benchpress/presets/run')
    context.finish(await runPreset(findPreset(name, presets), options, { ...context, known }))
  })
}

function listed(presets: KnownPresets['presets']): string {
  const where = '"benchpress presets" says what each of them and its parts are,\n"benchpress preset NAME --help" which flags it has.'
  return `\nPresets: ${[...presets.keys()].join(', ')}\n${where}\n`
}

function partsOf({ parts = {}, source }: Preset, name = ''): string {
  const width = Math.max(20, ...Object.keys(parts).map((part) => name.length + 1 + part.length))
  const lines = Object.entries(parts).map(([part, what]) => `  ${`${name}:${part}`.padEnd(width)} ${what}`)
  return [...(lines.length === 0 ? [] : ['\nParts, each of which can be run alone:', ...lines]), `\nPublished at ${source}`, ''].join('\n')
}

async function runPreset(
  { preset, part }: NamedPreset,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext & { readonly known: KnownPresets },
): Promise<number> {
  const { known, args, targetCommand } = context
  const io = { ...context.io, env: withVariables(context.io.env, preset.variables) }
  const { collectProblems, readSettings } = await import('./read-settings.ts')
  const { readFlags } = await import('../flags/read-flags.ts')
  const { refuseInputs } = await import('@benchpress/report/outputs')
  const { refuseForeignFlags, refuseRequestFlags } = await import('../presets/refuse-flags.ts')
  const source = { options, env: io.env, cwd: io.cwd }
  const problems: Problem[] = []
  refuseRequestFlags(source, problems)
  refuseForeignFlags(preset, known.presets.values(), source, problems)
  const { settings, output, files, read, baseline } = await readSettings(options, io, problems)
  const inputs = [...read]
  const own = readFlags<object>(preset.flags ?? {}, { ...source, onRead: (path: string) => inputs.push(path) }, problems)
  await refuseInputs(files, inputs, problems)
  const { planPreset } = await import('../presets/plan-preset.ts')
  const request = { settings, own, part, targetCommand, folder: io.cwd, module: known.module }
  const plan = await collectProblems(() => planPreset(preset, request, problems), problems)
  if (plan === undefined || problems.length > 0) throw new UsageError(inTheirNames(problems, context.io.env, preset.variables))
  const { checkTarget } = await import('@benchpress/presets/run')
  await checkTarget(preset.name, plan.routes, settings)
  const { measure } = await import('./measure.ts')
  return measure({ args, suite: plan.suite, isFromConfig: false, folder: io.cwd, output, files, baseline, presetRun: plan.presetRun }, io)
}
