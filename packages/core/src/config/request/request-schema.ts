import { z } from 'zod'
import type { ExpectConfig, RequestConfig, ResolvedRequest, ExpectedBody, ResolvedExpect } from '../../load/http/request-config.ts'
import { checkTogether, refuse, strictObject, type FieldsProblem } from '../fields/object-schema.ts'
import type { ConfigContext } from '../config-context.ts'
import { formSchema, jsonSchema } from './body-schema.ts'
import { headersSchema } from './headers-schema.ts'
import { pathSchema } from '../fields/url-schema.ts'
import { nameHint } from '../../base/errors/closest-name.ts'
import { showValue } from '../../base/redact/redact-text.ts'
import { wholeNumberSchema } from '../fields/quantity-schema.ts'

/** A request whose path may still have to be taken from the target's URL. */
export type PartlyResolvedRequest = Omit<ResolvedRequest, 'path'> & { readonly path: string | undefined }

const bodySchema = z.union(
  [z.string().transform((text) => new TextEncoder().encode(text)), z.instanceof(Uint8Array).transform((bytes) => new Uint8Array(bytes))],
  {
    error: 'must be a string or a Uint8Array',
  },
)

/** One request. */
export function requestSchema(context: Pick<ConfigContext, 'cwd' | 'hasCredentials'>): z.ZodType<PartlyResolvedRequest> {
  return strictObject({
    method: methodSchema.optional(),
    path: pathSchema.optional(),
    headers: headersSchema(context).optional(),
    body: bodySchema.optional(),
    json: jsonSchema.optional(),
    form: formSchema(context.cwd).optional(),
    expect: expectSchema.optional(),
  } satisfies Record<keyof RequestConfig, z.ZodType>)
    .check(checkTogether(findProblems))
    .transform(({ method, path, headers = {}, body, json, form, expect }) => ({
      method: method ?? (form === undefined ? 'GET' : 'POST'),
      path,
      headers: json === undefined || hasContentType(headers) ? headers : { ...headers, 'content-type': 'application/json' },
      body: body ?? json,
      form,
      expect: expect ?? { status: undefined, body: undefined },
    }))
}

function findProblems(fields: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const bodies = ['body', 'json', 'form'].filter((key) => fields[key] !== undefined)
  const { headers } = fields
  const problems: FieldsProblem[] = []
  if (bodies.length > 1) problems.push({ message: `${bodies.join(' and ')} cannot be given together`, hint: 'a request has one body' })
  if (fields['form'] !== undefined && typeof headers === 'object' && headers !== null && hasContentType(headers)) {
    problems.push({ path: ['headers'], message: 'content-type cannot be given with a form, which names its own boundary' })
  }
  const expected = expectedBodyKey(fields['expect'])
  if (fields['method'] === 'HEAD' && expected !== undefined) {
    problems.push({ path: ['expect', expected], message: 'cannot be expected of HEAD, whose responses have no body' })
  }
  return problems
}

// How it was given: its own fields have been resolved by now.
function expectedBodyKey(expected: unknown): keyof ExpectConfig | undefined {
  if (typeof expected !== 'object' || expected === null || !('body' in expected) || expected.body === undefined) return undefined
  if (expected.body instanceof Uint8Array || typeof expected.body === 'string') return 'body'
  return typeof expected.body === 'object' && expected.body !== null && 'jsonOneOf' in expected.body ? 'jsonOneOf' : 'json'
}

function hasContentType(headers: object): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
}

const commonMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** A method of HTTP, in capitals. */
export const methodSchema: z.ZodType<string, string> = z.string().transform((input, context) => {
  const method = input.toUpperCase()
  if (commonMethods.includes(method)) return method
  // Asked for by few: to import node:http loads HTTP/2 and fetch too, 12 MB of memory that nothing else in this thread needs.
  const methods = process.getBuiltinModule('node:http').METHODS.filter((known) => known !== 'CONNECT')
  if (methods.includes(method)) return method
  if (method === 'CONNECT') return refuse(context, 'CONNECT cannot be tested: it turns the connection into a tunnel')
  const likely = nameHint(method, methods)
  const hint = likely.startsWith('did') ? likely : `known are ${commonMethods.join(', ')} and what else Node.js lists in http.METHODS`
  return refuse(context, `is not a method of HTTP (was ${showValue(input)})`, hint)
})

// As a response has it: a date is a text, and nothing is left that could not cross threads.
const expectedJsonSchema = jsonSchema.transform((bytes): unknown => JSON.parse(new TextDecoder().decode(bytes)))

const status = wholeNumberSchema(100, 599)

/** What a response must look like, with bodies as bytes. */
const expectSchema: z.ZodType<ResolvedExpect> = strictObject({
  status: z
    .union([status.transform((one) => [one]), z.array(status).min(1)], { error: 'must be a status from 100 to 599, or a list of them' })
    .optional(),
  body: z.string().optional(),
  json: expectedJsonSchema.optional(),
  jsonOneOf: z.array(expectedJsonSchema).min(1).optional(),
} satisfies Record<keyof ExpectConfig, z.ZodType>)
  .check(
    checkTogether((fields) => {
      const given = ['body', 'json', 'jsonOneOf'].filter((key) => fields[key] !== undefined)
      return given.length < 2 ? [] : [{ message: `${given.join(' and ')} cannot be given together` }]
    }),
  )
  .transform(({ status: accepted, body, json, jsonOneOf }) => ({ status: accepted, body: expectedBody(body, json, jsonOneOf) }))

function expectedBody(body: string | undefined, json: unknown, jsonOneOf: readonly unknown[] | undefined): ExpectedBody | undefined {
  if (jsonOneOf !== undefined) return { jsonOneOf }
  if (json !== undefined) return { json }
  return body === undefined ? undefined : new TextEncoder().encode(body)
}
