import { planSearch, planSuite } from '@benchpress/core'
import type { PresetRun } from '@benchpress/core/preset'
import { text } from '@benchpress/report'
import { describeStart, type Start } from '@benchpress/report/plan'
import { chooseStyle } from '../print-lines.ts'
import type { CommandIo } from '../command-io.ts'
import type { ReadSuite } from './read-suite.ts'
import { searchedTest } from './search-settings.ts'

interface Announced extends Pick<Start, 'rounds'>, Pick<ReadSuite, 'suite' | 'folder' | 'output'>, Partial<Pick<ReadSuite, 'search'>> {
  readonly presetRun?: PresetRun | undefined
}

/**
 * Prints on stderr what is about to be run, and for how long, unless the flags switch progress off; a plan that cannot be made is left to the run, which
 * reports why.
 *
 * @returns whether anything was printed
 */
export async function announce({ suite, folder, output, presetRun, search, rounds }: Announced, io: CommandIo): Promise<boolean> {
  if (output.quiet === true || output.noProgress === true) return false
  const plan = await planSuite(suite, { cwd: folder }).catch(() => undefined)
  const searched = search && (await planSearch(searchedTest(suite), { cwd: folder, ...search }).catch(() => undefined))
  if (plan === undefined || (search !== undefined && searched === undefined)) return false
  const preset = presetRun && [presetRun.preset.name, ...(presetRun.part === undefined ? [] : [presetRun.part])].join(':')
  const lines = describeStart({ plan, preset, search: searched, rounds })
  const start = { title: suite.name, sections: [{ title: '', parts: [lines] }] }
  io.stderr.write(`${text(start, chooseStyle(io.stderr, io.env, output.noColor === true))}\n`)
  return true
}
