import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'

/** A file of the program that is measured, to be shown beside its figures. */
export interface CodeFile {
  /** Name of the file, relative to the program's folder. */
  readonly file: string
  /** Name of the language for Markdown fences. */
  readonly language: string
  readonly code: string
}

/** Reads the files of the embedded target. */
export async function readCodeUnderTest(): Promise<readonly CodeFile[]> {
  const extension = extname(import.meta.url)
  return [await readCode(new URL('./', import.meta.url), `server${extension}`, extension === '.ts' ? 'typescript' : 'javascript')]
}

/** Reads the documented program, which runs on Deno. */
export async function readDocumentedProgram(): Promise<readonly CodeFile[]> {
  const folder = new URL('../deno/', import.meta.url)
  return Promise.all([readCode(folder, 'main.ts', 'typescript'), readCode(folder, 'routes/test.ts', 'typescript')])
}

async function readCode(folder: URL, file: string, language: string): Promise<CodeFile> {
  return { file, language, code: await readFile(new URL(file, folder), 'utf8') }
}
