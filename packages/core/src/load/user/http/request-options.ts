import { codeOf } from '../../../base/errors/benchpress-error.ts'
import type { HttpOptions, JourneyExpect, HttpStreamOptions, StreamHandler } from './http-client.ts'
import { encodeForm, type FormField } from '../../http/request-config.ts'
import { readFile } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'

const known: Readonly<Record<keyof HttpOptions, true>> = {
  headers: true,
  query: true,
  body: true,
  json: true,
  form: true,
  multipart: true,
  auth: true,
  expect: true,
  name: true,
  tags: true,
  timeout: true,
  redirects: true,
  discardBody: true,
}

const { discardBody: _, ...ofBoth } = known
const knownOfStream: Readonly<Record<keyof HttpStreamOptions, true>> = { ...ofBoth, method: true }

const expectable: Readonly<Record<keyof JourneyExpect, true>> = { status: true, body: true, json: true }

/**
 * Refuses unknown options of a request, such as a body under the name that another library uses.
 *
 * @throws TypeError for an unknown option
 */
export function checkOptions(options: HttpOptions): void {
  for (const key in options) if (!Object.hasOwn(known, key)) refuse(key, known)
  for (const key in options.expect) if (!Object.hasOwn(expectable, key)) refuse(`expect.${key}`, expectable)
}

/**
 * Refuses unknown options of a stream, and an incomplete handler.
 *
 * @throws TypeError for an unknown option, or a handler that lacks a function
 */
export function checkStreamOptions(options: HttpStreamOptions, handler: StreamHandler): void {
  for (const key in options) if (!Object.hasOwn(knownOfStream, key)) refuse(key, knownOfStream, 'a stream')
  for (const key in options.expect) if (key !== 'status') refuse(`expect.${key}`, { 'expect.status': true }, 'a stream')
  for (const name of ['onHead', 'onBytes', 'onEnd'] as const) {
    if (typeof handler[name] !== 'function')
      throw new TypeError(`the handler of a stream needs the functions onHead, onBytes and onEnd; ${name} is missing`)
  }
}

function refuse(key: string, among: object, of = 'a request'): never {
  throw new TypeError(`${of} has no option "${key}"; known are ${Object.keys(among).join(', ')}`)
}

/** The body of a request as it is sent. */
export interface RequestBody {
  readonly content: string | Uint8Array
  /** Content type, if the kind of body has one. */
  readonly type: string | undefined
}

/**
 * Encodes the body in the options of a request; `undefined` without a body. A multipart body is left to {@link encodeMultipart}.
 *
 * @throws TypeError when there is more than one, or one that cannot be sent
 */
export function encodeBody(options: HttpOptions): RequestBody | undefined {
  const { body, json, form, multipart } = options
  const given = Number(body !== undefined) + Number(json !== undefined) + Number(form !== undefined) + Number(multipart !== undefined)
  if (given === 0) return undefined
  if (given > 1) throw new TypeError('a request has one body: give one of "body", "json", "form" and "multipart"')
  if (json !== undefined) return { content: encodeJson(json), type: 'application/json' }
  if (form !== undefined) return { content: encodeFields(form), type: 'application/x-www-form-urlencoded' }
  if (typeof body === 'string' || body instanceof Uint8Array) return { content: body, type: undefined }
  if (body !== undefined) throw new TypeError('"body" is neither a text nor bytes; give data as "json" or "form"')
  return undefined
}

/**
 * Encodes a multipart body with the files in it.
 *
 * @throws Error that names a file that cannot be read
 */
export async function encodeMultipart(fields: NonNullable<HttpOptions['multipart']>, files: FormFiles): Promise<RequestBody> {
  const form: Record<string, FormField> = {}
  for (const [name, field] of Object.entries(fields)) form[name] = typeof field === 'string' ? { type: 'text', value: field } : field
  const request = { method: 'POST', path: '/', headers: {}, body: undefined, form, expect: { status: undefined, body: undefined } }
  const { headers, body } = await encodeForm(request, files.read)
  return { content: body ?? new Uint8Array(), type: headers['content-type'] }
}

function encodeJson(value: unknown): string {
  const text: unknown = JSON.stringify(value)
  if (typeof text !== 'string') throw new TypeError(`"json" is a ${typeof value}, which JSON cannot say`)
  return text
}

function encodeFields(fields: Readonly<Record<string, string | number | boolean>>): string {
  const encoded = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) encoded.append(name, String(value))
  return encoded.toString()
}

const byThread = new WeakMap<object, FormFiles>()

/** The most bytes of files that are kept, so that files which a journey writes for each form do not fill the memory. */
const mostKept = 64 * 1024 * 1024

/** The files of forms that journeys send. A load thread reads each file once and keeps up to 64 MiB, so that the disk is not part of the measurement. */
export class FormFiles {
  readonly #files = new Map<string, Promise<Blob>>()
  #kept = 0

  /** Returns the files of a thread, for all scenarios. */
  static of(thread: object): FormFiles {
    let files = byThread.get(thread)
    if (files === undefined) byThread.set(thread, (files = new FormFiles()))
    return files
  }

  /**
   * Returns the content of a file when it was first read. A file that could not be read, or did not fit, is read again the next time.
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
    const code = codeOf(error) ?? String(error)
    throw Object.assign(new Error(`the file of a form cannot be read: ${path} (${code})${hint}`, { cause: error }), { code, path })
  }
}
