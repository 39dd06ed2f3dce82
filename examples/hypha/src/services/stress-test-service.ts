import { createService, ofNothing, ofNumbers } from '../service.ts'
import type { Service } from '../service.ts'
import { add, countUpTo, echo, inObject, multiply, power } from './functions.ts'

/** The service with all kinds of functions; those under `math` return only a number. */
export function createStressTestService(): Service {
  return createService(name, 'Stress Test Service', 'A service designed for stress testing with various function types', {
    echo: echo('echo'),
    add: inObject(add, { operation: 'addition' }),
    multiply: inObject(multiply, { operation: 'multiplication' }),
    'math.add': add,
    'math.multiply': multiply,
    'math.power': power('exponent'),
    'math.factorial': ofNumbers(['n'], (n = 0) => factorial(n)),
    fibonacci: ofNumbers(['n'], (n = 0) => ({ result: fibonacci(n), input: n })),
    processArray: ofNumbers(['size'], (size = 0) => processArray(size)),
    processString: { parameters: ['text', 'repeat'], call: processString },
    // The published script reports this platform wherever it runs.
    getServerInfo: ofNothing(() => ({ name: 'Stress Test Service', version: '1.0.0', platform: 'Deno', timestamp: Date.now() })),
  })
}

/** The service of the bursts, which another script registers by the same name, with the result in an object. */
export function createBurstService(): Service {
  return createService(name, 'Stress Test Service', 'One function for bursts', { 'math.multiply': inObject(multiply) })
}

const name = 'stress-test-service'
const longestArray = 100_000
const mostRepeats = 10_000
// Larger results are not exact numbers.
const largestFactorial = 18
const largestFibonacci = 78

function factorial(n: number): number {
  // `NaN` stays `NaN`, as in every other function of numbers.
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
  const values = Array.from({ length: countUpTo(longestArray, 'size', size) }, (_, index) => index + 1)
  const sum = values.reduce((total, value) => total + value, 0)
  return { original: values.slice(0, 5), sum, average: size === 0 ? 0 : sum / size, size }
}

// As published, the arguments are not checked: an object in place of a text cannot be repeated, and gives an error.
function processString(text: unknown, repeat: unknown): object {
  const repeated = repeatText(text as string, Number(repeat))
  return {
    original: text,
    repeated,
    length: repeated.length,
    upperCase: repeated.toUpperCase(),
    wordCount: repeated.split(/\s+/).length,
  }
}

function repeatText(text: string, repeat: number): string {
  return text.repeat(Number.isNaN(repeat) ? 0 : countUpTo(mostRepeats, 'repeat', repeat))
}
