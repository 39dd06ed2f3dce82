import type { PresetRun } from '@benchpress/core/preset'
import { text } from '@benchpress/report'
import { describeStart, type Start } from '@benchpress/report/plan'
import { chooseStyle } from '../print-lines.ts'
import type { CommandIo } from '../command-io.ts'
import type { Plans, ReadSuite } from './read-suite.ts'

interface Announced extends Pick<Start, 'rounds'>, Pick<ReadSuite, 'suite' | 'output'> {
  readonly plans: Plans
  readonly presetRun?: PresetRun | undefined
}

/**
 * Prints on stderr what is about to be run, and for how long, unless the flags switch progress off.
 *
 * @returns whether anything was printed
 */
export function announce({ suite, output, presetRun, plans, rounds }: Announced, io: CommandIo): boolean {
  if (output.quiet === true || output.noProgress === true) return false
  const preset = presetRun && [presetRun.preset.name, ...(presetRun.part === undefined ? [] : [presetRun.part])].join(':')
  const lines = describeStart({ plan: plans.plan, preset, search: plans.searched, rounds })
  const start = { title: suite.name, sections: [{ title: '', parts: [lines] }] }
  io.stderr.write(`${text(start, chooseStyle(io.stderr, io.env, output.noColor === true))}\n`)
  return true
}
