import { invalidReasons } from '@benchpress/core/testing'

// The rules by which a run is invalid for what its load, its target or benchpress did.
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
const ofGenerator = /nothing can be said of the target: ([a-z-]+), |may be the (?:generator|machine)'s own \(([a-z-]+)\)/

/** How a command ended, as far as it was printed. */
interface Printed {
  readonly stdout: string
  readonly stderr: string
}

/** The rules by which what a command printed says that a run is invalid, in text or JSON. */
export function invalidIn(report: string): readonly { readonly rule: string; readonly level: 'invalid' }[] {
  const named = /^ +invalid ([a-z-]+)[:,] |"rule": "([a-z-]+)",\s*"level": "invalid"/gm
  return Array.from(report.matchAll(named), ([, inText, inJson = '']) => ({ rule: inText ?? inJson, level: 'invalid' }))
}

/**
 * Whether a command says that nothing can be believed of its run, or of a threshold, for no other reason than a machine that was too busy for it.
 *
 * @param isMoment whether it ran a file as it stands, for a moment: then there may be too few samples, too
 * @param mayFail whether its thresholds are made for another machine, so that they may fail beside it
 */
export function isOfMachine({ stdout, stderr }: Printed, { isMoment = false, mayFail = false } = {}): boolean {
  const invalid = invalidIn(stdout)
  const ofOthers = invalidIn(withoutStarved(stdout))
  // What a target prints may stand beside it, and what was left behind by another run.
  const isLeftOut = (line: string): boolean =>
    line.includes('a target of an earlier run ') || (mayFail && line.includes('threshold failed: '))
  const said = stderr.split('\n').filter((line) => line.startsWith('benchpress: ') && !isLeftOut(line))
  const isExcused = (line: string): boolean =>
    line.includes('threshold inconclusive: ') && (isOfGenerator(line) || (isMoment && fewSamples.test(line)))
  return invalid.length + said.length > 0 && invalidReasons(ofOthers).length === 0 && said.every(isExcused)
}

// A load thread that had no CPU for all of a short run started nothing in it.
function withoutStarved(report: string): string {
  return report.includes('generator-saturated') ? report.replaceAll(/^ +invalid no-success: .*: no iteration was started$/gm, '') : report
}

/** Whether an assertion on a load test says that nothing can be said of it, for no other reason than a machine that was too busy for it. */
export function isAssertionOfMachine(message: string): boolean {
  // What an assertion on an error got is written as a text in code.
  const text = (message.split("but got '").at(-1) ?? '').replaceAll('\\n', '\n').replaceAll("\\'", "'")
  if (/the run is invalid\b/.test(text)) return isRunOfMachine(text)
  if (!text.includes('nothing can be said of ')) return false
  const open = /^ {2}inconclusive {2}([^]*?)^ {2}verdict /m.exec(text)?.[1] ?? text.split('\n\n')[0] ?? ''
  return open
    .trim()
    .split('\n')
    .every((line) => isOfGenerator(line) || fewSamples.test(line))
}

// It is told with all the reasons of its verdict but notes; those by which it is no more than suspect say nothing of why it is invalid.
function isRunOfMachine(text: string): boolean {
  const named = Array.from(text.matchAll(/^ +([a-z][a-z-]*): /gm), ([, rule = '']) => rule)
  return named.some(isRuleOfMachine) && !named.some((rule) => faults.has(rule))
}

function isOfGenerator(line: string): boolean {
  const [, ofThreshold, ofMatcher] = ofGenerator.exec(line) ?? []
  const rule = ofThreshold ?? ofMatcher
  // A machine that is full makes times longer, and no run invalid.
  return rule !== undefined && (rule === 'busy-machine' || isRuleOfMachine(rule))
}

function isRuleOfMachine(rule: string): boolean {
  return invalidReasons([{ rule, level: 'invalid' }]).length === 0
}
