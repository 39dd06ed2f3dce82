import { defaultBaselineName, whyNoName } from '@benchpress/core/report'
import { isConfigFile } from '../config-file/find-config-file.ts'
import { compareFlags } from './compare-flags.ts'
import { flag, InvalidFlagError, switchFlag, textFlag } from './flag.ts'
import type { SettingsOf } from './read-flags.ts'

/** The flags of a baseline. */
export const baselineFlags = {
  baseline: flag(
    '--baseline [name]',
    'compare with what was measured on this machine before (default name: main); exit code 98 where a figure is worse, 97 where that cannot be told',
    parseName,
  ),
  updateBaseline: switchFlag('-u, --update-baseline', 'make the runs the baseline, in place of what there was'),
  baselineFolder: textFlag(
    '--baseline-folder <folder>',
    'where baselines are kept, to be committed (default: benchpress-baselines, beside the config)',
  ),
  margin: {
    ...compareFlags.margin,
    description: 'with --baseline: by how much a figure may differ and still be equivalent (default: 5%)',
  },
}

/** The baseline that a run is compared with, and whether the run replaces it. */
export type BaselineSettings = SettingsOf<typeof baselineFlags>

// Commander gives a flag without a value as true, and takes the next argument for the name, even if that is the config to be run.
function parseName(text: string): string {
  if (text === 'true') return defaultBaselineName
  const wrong = isConfigFile(text, false) ? 'is a config, and no name' : whyNoName(text)
  if (wrong === undefined) return text
  throw new InvalidFlagError(wrong, { hint: 'Name what is to be run before --baseline, or write --baseline=NAME.' })
}
