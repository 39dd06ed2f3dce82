import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Says of each test that failed which command repeats it: the same cases, and no other test. */
export class RepeatNotice implements Reporter {
  readonly #command: string | undefined

  constructor(command?: string) {
    this.#command = command
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.filter((module) => !module.ok()).flatMap((module) => this.#linesOf(module))
    if (lines.length > 0) process.stdout.write(`To repeat what failed:\n${lines.map((line) => `  ${line}\n`).join('')}`)
  }

  #linesOf(module: TestModule): readonly string[] {
    const failed = [...module.children.allTests('failed')]
    // The file could not be read, or what is done before or after all its tests failed.
    const name = failed.length === 0 ? [''] : failed.map((test) => ` -t ${quoted(`^${escaped(test.fullName)}$`)}`)
    const file = `${seedOf(module)} ${this.#command ?? commandOf(module)} -- ${relative(process.cwd(), module.moduleId)}`
    return name.flatMap((one, index) => [`${file}${one}`, ...pathOf(failed[index])])
  }
}

function commandOf({ project }: TestModule): string {
  return project.name === 'long' ? 'npm run test:long' : 'npm test'
}

function seedOf({ project }: TestModule): string {
  const name = 'BENCHPRESS_FUZZ_SEED'
  // Absent where a config names none, whatever its type says.
  const given: Readonly<Record<string, string | undefined>> = { ...process.env, ...project.config.env }
  return `${name}=${given[name] ?? 1}`
}

/** Where fast-check found what it says; a test may hold several properties, so the command does not depend on it. */
function pathOf(test: TestCase | undefined): readonly string[] {
  const messages = test?.result().errors?.map(({ message }) => message) ?? []
  const [, path] = /\{ seed: -?\d+, path: "([\d:]+)", endOnFailure: true \}/.exec(messages.join('\n')) ?? []
  return path === undefined ? [] : [`  only the smallest case of its property: BENCHPRESS_FUZZ_PATH=${path} in front of that`]
}

/** A name as vitest reads it, which takes a pattern. */
function escaped(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll(/\s/g, (space) => (space === ' ' ? space : String.raw`\s`))
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
