import { readFile } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'

const byThread = new WeakMap<object, FormFiles>()

/** How much is kept of files, in bytes: what a journey writes anew for each form must not fill the memory. */
const mostKept = 64 * 1024 * 1024

/** The files of the forms that journeys send, each of which a load thread reads once and keeps, up to 64 MiB in all: the disk is no part of what is measured. */
export class FormFiles {
  readonly #files = new Map<string, Promise<Blob>>()
  #kept = 0

  /** Those of a thread, whatever scenario asks. */
  static of(thread: object): FormFiles {
    let files = byThread.get(thread)
    if (files === undefined) byThread.set(thread, (files = new FormFiles()))
    return files
  }

  /**
   * What a file held when it was first asked for. One that cannot be read, or would not fit any more, is read again the next time.
   *
   * @throws Error with the system's code, and a message that names the file
   */
  readonly read = (path: string): Promise<Blob> => {
    const absolute = resolve(path)
    let file = this.#files.get(absolute)
    if (file === undefined) {
      file = readBlob(absolute, isAbsolute(path) ? '' : '; a relative path starts at the folder that the test is started in')
      this.#files.set(absolute, file)
      file.then(
        ({ size }) => {
          if (this.#kept + size > mostKept) this.#files.delete(absolute)
          else this.#kept += size
        },
        () => this.#files.delete(absolute),
      )
    }
    return file
  }
}

async function readBlob(path: string, hint: string): Promise<Blob> {
  try {
    return new Blob([await readFile(path)])
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw Object.assign(new Error(`the file of a form cannot be read: ${path} (${code})${hint}`, { cause: error }), { code, path })
  }
}
