import type { Command } from 'commander'
import { addFlags, addRefusedFlags } from '../flags/add-flags.ts'
import { connectionFlags } from '../flags/connection-flags.ts'
import { loadFlags } from '../flags/load-flags.ts'
import { outputFlags } from '../flags/output-flags.ts'
import { suiteFlags } from '../flags/suite-flags.ts'
import { presets } from '../presets/presets.ts'
import { UsageError, usageError } from '../usage-error.ts'
import type { Problem } from '../usage-error.ts'
import type { CommandContext } from './command-context.ts'

const ofPreset = "the preset's"

/** Adds `benchpress preset NAME`, which runs a published load test again and compares it with what was published. */
export function addPresetCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('preset <name>')
    .usage('[options] <name> [-- COMMAND...]')
    .description('run a published load test again: against its own target, a running one (--url), or a command')
  addFlags(command, 'Load, in place of the documented one:', loadFlags, ofPreset)
  addFlags(command, 'Connection:', connectionFlags, ofPreset)
  addFlags(command, 'Test:', suiteFlags, ofPreset)
  addFlags(command, 'Output:', outputFlags)
  addRefusedFlags(command)
  command.action(async (name: string, options: Readonly<Record<string, unknown>>) => {
    context.finish(await runPreset(name, options, context))
  })
}

async function runPreset(name: string, options: Readonly<Record<string, unknown>>, context: CommandContext): Promise<number> {
  const preset = presets.get(name)
  if (preset === undefined) throw usageError(`there is no preset "${name}"`, `There are: ${[...presets.keys()].join(', ')}.`)
  const { collectProblems, readSettings } = await import('./read-settings.ts')
  const problems: Problem[] = []
  const { settings, output, files } = await readSettings(options, context.io, problems)
  const { planPreset } = await import('../presets/plan-preset.ts')
  const plan = await collectProblems(() => planPreset(preset, settings, context.targetCommand, problems), problems)
  if (plan === undefined || problems.length > 0) throw new UsageError(problems)
  const { measure } = await import('./measure.ts')
  return measure({ suite: plan.suite, isFromConfig: false, folder: context.io.cwd, output, files, presetRun: plan.presetRun }, context.io)
}
