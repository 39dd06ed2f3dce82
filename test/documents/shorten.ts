import type { BlockKind } from './read-blocks.ts'

// Milliseconds of load: a moment shows that an example works, and an asserted percentile needs more samples.
const longestRun: Partial<Record<BlockKind, number>> = { script: 2000, test: 5200 }
const longestOther = 300
// A subscriber must be there when messages are sent, even on a busy machine.
const longestOfSeveral = 3000
const longestPause = 20
const mostRepeats = 2
const mostIterations = 1000
const mostConnections = 10
const thinkTimes = 50
// Limits are widened, as pages show how to write one, on any machine.
const widestLimit = '60s'
const widestShare = '60%'

// A moment of load has too few samples for a percentile.
const percentileLimit = /\b(?:p\d+(?:\.\d+)?|median)(?= <)/g

const time = String.raw`'(\d+(?:\.\d+)?)(ms|s|m|h)'`
const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/**
 * Shortens the load and the pauses in a piece of code, so that it is over in a moment, and widens its limits.
 *
 * A rate per minute becomes a rate per second, so that something happens.
 */
export function shortenCode(text: string, kind: BlockKind): string {
  const longest = longestRun[kind] ?? longestOther
  const times = text.includes('startAfter: ') ? inProportion(text) : cutTo(longest)
  return (
    text
      .replaceAll(/\bworkload: \{ ([^{}]*) \}/g, (workload, keys: string) =>
        /\b(?:duration|requests|iterations): /.test(keys) ? workload : `workload: { ${keys}, duration: '10s' }`,
      )
      .replaceAll(new RegExp(`\\b((?:duration|time|startAfter): )${time}`, 'g'), times)
      .replaceAll(new RegExp(`\\b((?:warmup|after): )${time}`, 'g'), cutTo(longestOther))
      .replaceAll(new RegExp(`\\b((?:pacing|pause): )${time}`, 'g'), cutTo(longestPause))
      .replaceAll(/\brepeats: (\d+)/g, (_, count: string) => `repeats: ${Math.min(mostRepeats, Number(count))}`)
      .replaceAll(/'(\d+)\/[mh]'/g, "'$1/s'")
      .replaceAll(/\b(?:think|sleepUntil)\([^)]*\)/g, (call) =>
        call.replaceAll(new RegExp(time, 'g'), (_, amount: string, unit: string) => `'${toMilliseconds(amount, unit) / thinkTimes}ms'`),
      )
      .replaceAll(/\b(requests|iterations|connections|batch): ([\d_]+)/g, (_, key: string, count: string) => {
        const most = key === 'requests' || key === 'iterations' ? mostIterations : mostConnections
        return `${key}: ${Math.min(most, Number(count.replaceAll('_', '')))}`
      })
      .replaceAll(percentileLimit, 'max')
      .replaceAll(/(Below\('| < )[\d.]+m?s\b/g, `$1${widestLimit}`)
      // Counts in that moment depend on the machine.
      .replaceAll(/'(count|rate) >=? [\d,.]+(\/s)?'/g, "'$1 > 0$2'")
      .replaceAll(/\bwithin: '[\d.]+%'/g, `within: '${widestShare}'`)
  )
}

/** Shortens the run of a command line to a number of seconds, by flags. */
export function shortenCommand(line: string, seconds: number): string {
  return line
    .replaceAll(percentileLimit, 'max')
    .replaceAll(/(?<=--threshold '[^']* < )[\d.]+m?s\b/g, widestLimit)
    .split(' && ')
    .map((command) => shortenOne(command, seconds))
    .join(' && ')
}

function shortenOne(line: string, seconds: number): string {
  const [, command = '', target = ''] = /^(.*?)( -- .*)?$/.exec(line) ?? []
  if (
    /^benchpress (?:init|presets|plugins|machines|doctor|report|merge|compare|history|--?[a-z]+$)/.test(command) ||
    command.startsWith('benchpress plan')
  )
    return line
  // The levels of this preset are numbers of requests.
  if (command.startsWith('benchpress preset hypha')) return `${command.replace(/--scale \S+/, '--scale 0.01')}${target}`
  // The graceful stop of this preset is shortened too, and messages need time to arrive.
  const length = command.startsWith('benchpress preset bridge') ? Math.max(3, seconds) : seconds
  const cut = command.replace(/ (?:-d|--duration) \S+/, ` -d ${length}`).replace(/ (?:-W|--warmup) \S+/, ' -W 0.2')
  const runs = command.startsWith('benchpress preset ') ? `${cut.replace(/ --runs \d+/, '')} --runs 1` : cut
  return `${runs}${/ (?:-d|-n|--requests) /.test(cut) ? '' : ` -d ${length}`}${target}`
}

/** Shortens all times by the same factor, so that scenarios that start one after the other still do. */
function inProportion(text: string): (whole: string, key: string, amount: string, unit: string) => string {
  const durations = [...text.matchAll(new RegExp(`\\bduration: ${time}`, 'g'))]
  const longest = Math.max(longestOfSeveral, ...durations.map(([, amount = '', unit = '']) => toMilliseconds(amount, unit)))
  const factor = longestOfSeveral / longest
  return (_, key, amount, unit) => `${key}'${Math.round(toMilliseconds(amount, unit) * factor)}ms'`
}

function cutTo(longest: number): (whole: string, key: string, amount: string, unit: string) => string {
  return (_, key, amount, unit) => `${key}'${Math.min(longest, toMilliseconds(amount, unit))}ms'`
}

function toMilliseconds(amount: string, unit: string): number {
  return Number(amount) * (milliseconds[unit] ?? 0)
}
