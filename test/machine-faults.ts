import { invalidReasons } from '@benchpress/core/testing'

// The rules by which a run is invalid because of its load, its target or benchpress.
const faults: ReadonlySet<string> = new Set([
  'identity',
  'lost-worker',
  'lost-agent',
  'target-failed',
  'generator-limit',
  'interrupted',
  'no-success',
  'no-delivery',
  'unfinished',
])
const fewSamples = /it has [\d,]+ of the [\d,]+ samples it needs/
const ofGenerator = /says nothing about the target: ([a-z-]+), |may be the (?:generator|machine)'s own \(([a-z-]+)\)/

/** The outputs of a command. */
interface Printed {
  readonly stdout: string
  readonly stderr: string
}

/** Finds the rules by which the output of a command, as text or JSON, reports an invalid run. */
export function invalidIn(report: string): readonly { readonly rule: string; readonly level: 'invalid' }[] {
  const named = /^ +invalid ([a-z-]+)[:,] |"rule": "([a-z-]+)",\s*"level": "invalid"/gm
  return Array.from(report.matchAll(named), ([, inText, inJson = '']) => ({ rule: inText ?? inJson, level: 'invalid' }))
}

/**
 * Whether a command reports an invalid run, or an inconclusive threshold, only because the machine was too busy.
 *
 * @param isMoment whether the command ran a file as it is for a moment, so that there may be too few samples, too
 * @param mayFail whether its thresholds are for another machine, so that they may fail as well
 */
export function isOfMachine({ stdout, stderr }: Printed, { isMoment = false, mayFail = false } = {}): boolean {
  const invalid = invalidIn(stdout)
  const ofOthers = invalidIn(withoutStarved(stdout))
  // The output of a target, and a note about files of another run, may be there as well.
  const isLeftOut = (line: string): boolean =>
    line.includes('a target of an earlier run ') || (mayFail && line.includes('threshold failed: '))
  const said = stderr.split('\n').filter((line) => line.startsWith('benchpress: ') && !isLeftOut(line))
  const isExcused = (line: string): boolean =>
    line.includes('threshold inconclusive: ') && (isOfGenerator(line) || (isMoment && fewSamples.test(line)))
  return invalid.length + said.length > 0 && invalidReasons(ofOthers).length === 0 && said.every(isExcused)
}

// A load thread without CPU during a short run started nothing.
function withoutStarved(report: string): string {
  return report.includes('generator-saturated') ? report.replaceAll(/^ +invalid no-success: .*: no iteration was started$/gm, '') : report
}

/** Whether an assertion on a load test is undecided only because the machine was too busy. */
export function isAssertionOfMachine(message: string): boolean {
  // An assertion on an error prints the actual message as a string literal.
  const text = (message.split("but got '").at(-1) ?? '').replaceAll('\\n', '\n').replaceAll("\\'", "'")
  if (/the run is invalid\b/.test(text)) return isRunOfMachine(text)
  if (!text.includes('undecided: ')) return false
  const open = /^ {2}inconclusive {2}([^]*?)^ {2}verdict /m.exec(text)?.[1] ?? text.split('\n\n')[0] ?? ''
  return open
    .trim()
    .split('\n')
    .every((line) => isOfGenerator(line) || fewSamples.test(line))
}

// The message has all reasons of the verdict except notes; reasons for a suspect result do not explain an invalid one.
function isRunOfMachine(text: string): boolean {
  const named = Array.from(text.matchAll(/^ +([a-z][a-z-]*): /gm), ([, rule = '']) => rule)
  return named.some(isRuleOfMachine) && !named.some((rule) => faults.has(rule))
}

function isOfGenerator(line: string): boolean {
  const [, ofThreshold, ofMatcher] = ofGenerator.exec(line) ?? []
  const rule = ofThreshold ?? ofMatcher
  // A full machine makes times longer, but no run invalid.
  return rule !== undefined && (rule === 'busy-machine' || isRuleOfMachine(rule))
}

function isRuleOfMachine(rule: string): boolean {
  return invalidReasons([{ rule, level: 'invalid' }]).length === 0
}
