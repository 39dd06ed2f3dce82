import { z } from 'zod'
import { nameHint } from '../../base/errors/closest-name.ts'
import { showValue } from '../show-value.ts'

const common = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** A method of HTTP, in capitals. */
export const methodSchema: z.ZodType<string, string> = z.string().transform((input, context) => {
  const method = input.toUpperCase()
  if (common.includes(method)) return method
  // Asked for by few: to import node:http loads HTTP/2 and fetch too, 12 MB of memory that nothing else in this thread needs.
  const methods = process.getBuiltinModule('node:http').METHODS.filter((known) => known !== 'CONNECT')
  if (methods.includes(method)) return method
  if (method === 'CONNECT') {
    context.addIssue({ code: 'custom', message: 'CONNECT cannot be tested: it turns the connection into a tunnel' })
    return z.NEVER
  }
  const likely = nameHint(method, methods)
  const hint = likely.startsWith('did') ? likely : `known are ${common.join(', ')} and what else Node.js lists in http.METHODS`
  context.addIssue({ code: 'custom', message: `is not a method of HTTP (was ${showValue(input)})`, params: { hint } })
  return z.NEVER
})
