import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { StoreBusyError } from './auction-store.ts'
import { schema } from './sqlite-schema.ts'
import { type Rows, statements } from './sqlite-statements.ts'

type Name = keyof typeof statements
type Parameters = Readonly<Record<string, SQLInputValue>>

/** SQLite's code for a lock of another connection. */
const busy = 5

/** The connection of one process to a shared file. Calls block; a write waits for its turn, at most `patience` milliseconds. */
export class SqliteFile {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<Name, StatementSync>()

  constructor(path: string, patience: number) {
    this.#database = new DatabaseSync(path)
    this.#database.exec(`PRAGMA busy_timeout = ${patience}`)
    // Readers and the writer do not wait for each other, and data need not survive a failure of the machine.
    this.#database.exec('PRAGMA journal_mode = WAL')
    this.#database.exec('PRAGMA synchronous = OFF')
    this.write(() => this.#database.exec(schema))
  }

  /** Runs a function as a transaction that excludes other writes. */
  write<T>(work: () => T): T {
    let open = false
    try {
      this.run('begin')
      open = true
      const result = work()
      this.run('commit')
      return result
    } catch (error) {
      if (open) this.run('rollback')
      if (isBusy(error)) throw new StoreBusyError('other processes are writing', { cause: error })
      throw error
    }
  }

  run(name: Name, parameters: Parameters = {}): void {
    this.#statement(name).run(parameters)
  }

  first<Query extends keyof Rows>(name: Query, parameters: Parameters): Rows[Query] | undefined {
    return this.#statement(name).get(parameters) as Rows[Query] | undefined
  }

  all<Query extends keyof Rows>(name: Query, parameters: Parameters = {}): readonly Rows[Query][] {
    return this.#statement(name).all(parameters) as readonly unknown[] as readonly Rows[Query][]
  }

  close(): void {
    this.#prepared.clear()
    this.#database.close()
  }

  #statement(name: Name): StatementSync {
    let statement = this.#prepared.get(name)
    if (statement === undefined) {
      statement = this.#database.prepare(statements[name])
      this.#prepared.set(name, statement)
    }
    return statement
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy
}
