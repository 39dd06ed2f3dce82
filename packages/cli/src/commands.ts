import type { Preset } from '@benchpress/core/preset'
import type { CommandDefinition, FlagGroup } from './add-command.ts'
import type { HelpOptions } from './flags/add-flags.ts'
import { abDefaults, abFlags, abOutputFlags, compareFlags, historyFlags } from './flags/compare-flags.ts'
import { baselineFlags } from './flags/baseline-flags.ts'
import { connectionFlags, findFlags, loadFlags, requestFlags, suiteFlags } from './flags/config-flags.ts'
import { agentFlags, machineFlags } from './flags/machine-flags.ts'
import { listFlags, outputFlags, reportFlags } from './flags/output-flags.ts'
import type { KnownPresets } from './presets/known-presets.ts'
import { flagsOfPreset } from './flags/parameter-flags.ts'

// Which requests are sent, and how.
const requestGroupsOf = (ofLoad: HelpOptions = {}): readonly FlagGroup[] => [
  ['Load:', loadFlags, ofLoad],
  ['Request:', requestFlags],
  ['Connection:', connectionFlags],
]
// Which test is run.
const suiteGroups: readonly FlagGroup[] = [...requestGroupsOf(), ['Test:', suiteFlags], ['Search:', findFlags]]

/**
 * All commands, in the order of the help.
 *
 * @param known the presets of the command line; none while another command runs
 * @param isRunDefault whether the name of `run` may be left out
 */
export function commandsOf(known: KnownPresets, isRunDefault: boolean): readonly CommandDefinition[] {
  return [{ ...run, isDefault: isRunDefault }, ...beforePreset, presetOf(known), ...afterPreset]
}

/** The command `preset`; where the command line names a preset, the help has the title, the parts and the flags of that preset alone. */
function presetOf({ presets, named }: KnownPresets): CommandDefinition {
  const shown = presets.get(named ?? '')
  const help = { defaults: "the preset's", hidden: shown?.unfit?.map(({ key }) => key) ?? [] }
  const own = [...presets.values()].filter((preset) => Object.keys(flagsOfPreset(preset)).length > 0)
  const isShown = ({ name }: Preset): boolean => shown === undefined || shown.name === name
  return {
    name: 'preset <name>',
    usage: '[options] <name | file | package>[:part] [-- COMMAND...]',
    description: shown?.title ?? 'run a published load test again: against its own target, a running one (--url), or a command',
    flags: [
      ['Load, in place of the documented one:', loadFlags, help],
      ['Connection:', connectionFlags, help],
      ['Test:', suiteFlags, help],
      ...own.filter(isShown).map((preset): FlagGroup => [`Preset ${preset.name} alone:`, flagsOfPreset(preset)]),
      ['Baseline:', baselineFlags],
      ['Output:', outputFlags],
    ],
    // Hidden flags are refused with a reason, rather than as unknown ones.
    hidden: [...own.filter((preset) => !isShown(preset)).map(flagsOfPreset), requestFlags, findFlags],
    refusesOthers: true,
    closing: shown === undefined ? listed(presets) : partsOf(shown, named),
    load: async () => (await import('./commands/preset-command.ts')).presetCommand,
  }
}

function listed(presets: KnownPresets['presets']): string {
  const where = '"benchpress presets" says what each of them and its parts are,\n"benchpress preset NAME --help" which flags it has.'
  return `\nPresets: ${[...presets.keys()].join(', ')}\n${where}\n`
}

function partsOf({ parts = {}, source }: Preset, name = ''): string {
  const width = Math.max(20, ...Object.keys(parts).map((part) => name.length + 1 + part.length))
  const lines = Object.entries(parts).map(([part, what]) => `  ${`${name}:${part}`.padEnd(width)} ${what}`)
  return [...(lines.length === 0 ? [] : ['\nParts, each of which can be run alone:', ...lines]), `\nPublished at ${source.url}`, ''].join(
    '\n',
  )
}

const closingOfRun = `
Flags of load, connection and test can stand in the environment, too, such as
BENCHPRESS_DURATION=30.

Exit codes:
  0    done
  1    a fault of benchpress, or an output that could not be written
  2    a wrong flag or config
  96   the target failed
  97   the result is invalid (--strict: or suspect), a threshold is
       inconclusive, or a baseline decides nothing
  98   worse than the baseline
  99   a threshold failed
  130  interrupted
`

const closingOfCompare = `
Exit codes:
  0   done
  1   a fault of benchpress, or an output that could not be written
  2   a wrong flag, or sides that differ in more than their figures
  97  a run is invalid, or a condition cannot be told (--strict: or is undecided)
  98  a regression
`

const closingOfAb = `
Exit codes:
  0    done
  1    a fault of benchpress, or an output that could not be written
  2    a wrong flag
  96   a side failed
  97   too few rounds count, or they cannot tell a condition (--strict: or one is undecided)
  98   a regression
  130  interrupted
`

const run: CommandDefinition = {
  name: 'run [source]',
  usage: '[options] [URL | config file] [-- COMMAND...]',
  description: 'test a URL, or what a config file describes (default: the nearest benchpress.config.*)',
  flags: [...suiteGroups, ['Machines:', machineFlags], ['Baseline:', baselineFlags], ['Output:', outputFlags]],
  refusesOthers: true,
  closing: closingOfRun,
  load: async () => (await import('./commands/run-command.ts')).runCommand,
}

const beforePreset: readonly CommandDefinition[] = [
  {
    name: 'plan [source]',
    usage: '[options] [URL | config file] [-- COMMAND...]',
    description: 'say what a run would do, with its load drawn over time, without starting or sending anything',
    flags: [...suiteGroups, ['Output:', { noColor: outputFlags.noColor }]],
    refusesOthers: true,
    load: async () => (await import('./commands/plan-command.ts')).planCommand,
  },
  {
    name: 'init [folder]',
    description: 'write a config, a journey and a server to try them on (default: the working directory)',
    flags: [['Options:', { force: { flags: '--force', description: 'overwrite files that are there', parse: () => true } }]],
    load: async () => (await import('./commands/init-command.ts')).initCommand,
  },
]

const afterPreset: readonly CommandDefinition[] = [
  {
    name: 'presets',
    description: 'list the published load tests that can be run again',
    load: async () => (await import('./commands/presets-command.ts')).presetsCommand,
  },
  {
    name: 'report <results...>',
    usage: '[options] FILE.json | DIR...',
    description: 'show results that were written before, or write them in other formats (-o)',
    flags: [['Output:', reportFlags]],
    load: async () => (await import('./commands/report-command.ts')).reportCommand,
  },
  {
    name: 'compare <results...>',
    usage: '[options] BASE HEAD | BASE... --with HEAD...',
    description: 'say which of two sides is better, by the runs of their results: files, or folders of them',
    flags: [['Comparison:', compareFlags]],
    closing: closingOfCompare,
    load: async () => (await import('./commands/compare-command.ts')).compareCommand,
  },
  {
    name: 'ab [source]',
    usage: "--a 'COMMAND' --b 'COMMAND' [options] URL | config file",
    description: 'compare two targets by the same load, in rounds of A, B, B, A, until it is decided',
    flags: [
      ['Comparison:', abFlags],
      ...requestGroupsOf({ defaults: { warmup: abDefaults.warmup, duration: abDefaults.duration } }),
      ['Test:', { title: suiteFlags.title, scale: suiteFlags.scale }],
      ['Output:', abOutputFlags],
    ],
    refusesOthers: true,
    closing: closingOfAb,
    load: async () => (await import('./commands/ab-command.ts')).abCommand,
  },
  {
    name: 'history <results...>',
    usage: '[options] FOLDER | FILE.json...',
    description: 'show the figures of many results over their commits, and where they changed',
    flags: [['History:', historyFlags]],
    closing: '\nThe exit code is 0 whatever changed, and 2 where results cannot be read.\n',
    load: async () => (await import('./commands/history-command.ts')).historyCommand,
  },
  {
    name: 'plugins [config]',
    usage: '[options] [config file]',
    description: 'list the plugins of a config, with their versions, options and metrics (default: the nearest benchpress.config.*)',
    flags: [['Output:', listFlags]],
    load: async () => (await import('./commands/plugins-command.ts')).pluginsCommand,
  },
  {
    name: 'agent [url]',
    usage: '[options] URL',
    description: 'generate load for runs on other machines, found at a Redis, Valkey or PostgreSQL, until it is stopped',
    flags: [['Agent:', agentFlags]],
    load: async () => (await import('./commands/agent-command.ts')).agentCommand,
  },
  {
    name: 'machines',
    usage: 'COMMAND',
    description: 'make the key that runs on other machines are signed with, and clean up after them',
    commands: [
      {
        name: 'key <file>',
        usage: 'FILE',
        description: 'write a new private key into a file, and print the public key, which agents are to trust',
        load: async () => (await import('./commands/agent-command.ts')).keyCommand,
      },
      {
        name: 'clean [url]',
        usage: '[URL]',
        description: 'take out of a broker what runs have left there, such as those that were killed; runs that are under way end by it',
        load: async () => (await import('./commands/agent-command.ts')).cleanCommand,
      },
    ],
  },
  {
    name: 'doctor',
    description: 'say how many connections this machine can open, and what would disturb a test',
    flags: [['Options:', { noColor: outputFlags.noColor }]],
    load: async () => (await import('./commands/doctor-command.ts')).doctorCommand,
  },
  {
    name: 'completion <shell>',
    description: 'print the script by which a shell completes commands, flags, presets and files',
    words: ['bash', 'zsh', 'fish'],
    load: async () => (await import('./commands/completion-command.ts')).completionCommand,
  },
]
