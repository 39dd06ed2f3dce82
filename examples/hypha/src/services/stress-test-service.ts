import { createService, ofNothing, ofNumbers } from '../service.ts'
import type { Service } from '../service.ts'
import { add, countUpTo, echo, multiply, power } from './functions.ts'

/** What all kinds of functions are tried with; `server` and `runtime` are what `getServerInfo` tells. */
export function createStressTestService(server: string, runtime: string): Service {
  return createService('stress-test-service', 'Numbers, texts and lists', {
    echo: echo('message'),
    add,
    multiply,
    'math.add': add,
    'math.multiply': multiply,
    'math.power': power('exponent'),
    'math.factorial': ofNumbers(['n'], (n = 0) => factorial(n)),
    processArray: ofNumbers(['size'], (size = 0) => processArray(size)),
    processString: { parameters: ['text', 'repeat'], call: (text, repeat) => processString(String(text), Number(repeat)) },
    getServerInfo: ofNothing(() => ({ server, runtime, timestamp: Date.now() })),
    fibonacci: ofNumbers(['n'], (n = 0) => fibonacci(n)),
    'ws/echo': echo('msg'),
  })
}

const longestArray = 100_000
const mostRepeats = 10_000
// Larger ones have no exact number.
const largestFactorial = 18
const largestFibonacci = 78

function factorial(n: number): number {
  // What is no number stays none, as in every other function of numbers.
  if (Number.isNaN(n)) return n
  let product = 1
  for (let factor = 2; factor <= countUpTo(largestFactorial, 'n', n); factor++) product *= factor
  return product
}

function fibonacci(n: number): number {
  if (Number.isNaN(n)) return n
  let [current, next] = [0, 1]
  for (let index = 0; index < countUpTo(largestFibonacci, 'n', n); index++) [current, next] = [next, current + next]
  return current
}

function processArray(size: number): object {
  const values = Array.from({ length: countUpTo(longestArray, 'size', size) }, (_, index) => index * 2)
  const sum = values.reduce((total, value) => total + value, 0)
  return { size, sum, average: size === 0 ? 0 : sum / size }
}

function processString(text: string, repeat: number): object {
  const count = Number.isNaN(repeat) ? 0 : countUpTo(mostRepeats, 'repeat', repeat)
  const result = text.repeat(count).toUpperCase()
  return { result, length: result.length }
}
