import { countFlag, type FlagsOf } from '@benchpress/core/preset'
import { compareFlags, type CompareSettings } from './compare-flags.ts'

/** How a history is judged and shown. */
export interface HistorySettings extends Pick<CompareSettings, 'margin' | 'markdown' | 'outputs' | 'json' | 'full' | 'noColor'> {
  readonly seed: number | undefined
}

/** The flags of {@link HistorySettings}. */
export const historyFlags: FlagsOf<HistorySettings> = {
  margin: { ...compareFlags.margin, description: 'by how much a figure may change without being better or worse (default: 5%)' },
  seed: countFlag('--seed <number>', 'of the permutations by which changes are told from chance', { default: '1' }),
  markdown: compareFlags.markdown,
  outputs: {
    ...compareFlags.outputs,
    description: 'also write the history, by the ending of FILE: .json, .md, .html or .txt; may be repeated',
  },
  json: { ...compareFlags.json, description: 'print the history as JSON' },
  full: { ...compareFlags.full, description: 'print all tables, those of endpoints and points included' },
  noColor: compareFlags.noColor,
}
