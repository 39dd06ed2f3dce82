import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Prints for each failed test the command that repeats it, with the same cases and no other test. */
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
    // The file could not be imported, or a hook of the whole file failed.
    const name = failed.length === 0 ? [''] : failed.map((test) => ` -t ${quoted(`^${escaped(test.fullName)}$`)}`)
    const file = `${seedOf(module)} ${this.#command ?? commandOf(module)} -- ${relative(process.cwd(), module.moduleId)}`
    return name.flatMap((one, index) => [`${file}${one}`, ...pathOf(failed[index])])
  }
}

function commandOf({ project }: TestModule): string {
  return project.name === 'long' ? 'npm run test:long' : 'npm test'
}

function seedOf({ project }: TestModule): string {
  const name = 'TESTS_FUZZ_SEED'
  // `undefined` where a config names none, despite its type.
  const given: Readonly<Record<string, string | undefined>> = { ...process.env, ...project.config.env }
  return `${name}=${given[name] ?? 1}`
}

/** The path that fast-check printed; a test may have several properties, so the command also works without one. */
function pathOf(test: TestCase | undefined): readonly string[] {
  const messages = test?.result().errors?.map(({ message }) => message) ?? []
  const [, path] = /\{ seed: -?\d+, path: "([\d:]+)", endOnFailure: true \}/.exec(messages.join('\n')) ?? []
  return path === undefined ? [] : [`  only the smallest case of its property: TESTS_FUZZ_PATH=${path} in front of that`]
}

/** Escapes a name for vitest, which reads a pattern. */
function escaped(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll(/\s/g, (space) => (space === ' ' ? space : String.raw`\s`))
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
