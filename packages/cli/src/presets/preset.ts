import type { SuiteConfig, TargetConfig } from '@benchpress/core'
import type { FigureName } from '../report/figure.ts'

/** A file of a program under test, as it is shown in a report. */
export interface CodeFile {
  readonly file: string
  /** Name of the language, for a fenced block. */
  readonly language: string
  readonly code: string
}

/** The figures that were published of one run: times in milliseconds, `bytes` in bytes, as exact as they were printed. */
export type DocumentedRun = Readonly<Record<FigureName, number>>

/** A published load test that can be run again, with what was published of it. */
export interface Preset {
  /** What it is called on the command line. */
  readonly name: string
  readonly title: string
  /** Where it was published. */
  readonly source: string
  /** What it was measured with and on. */
  readonly documented: {
    readonly tool: string
    readonly machine: string
    readonly runs: readonly DocumentedRun[]
  }
  /** Which figures are compared with the documented ones. */
  readonly columns: readonly FigureName[]
  /** Where its target is expected when the reader starts it. */
  readonly url: string
  /** The test with its documented parameters, against a target. */
  suite(target: TargetConfig, path: string): SuiteConfig
  /** What the target is that comes with it, and what it is not. */
  readonly embedded: string
  /** Loads the target that comes with it. */
  loadTarget(): Promise<TargetConfig>
  /** Loads the program of that target, to be shown beside its figures. */
  loadCode(): Promise<readonly CodeFile[]>
}
