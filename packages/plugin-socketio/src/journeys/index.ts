export { broadcast } from './broadcast.ts'
export { echo } from './echo.ts'
export { hold } from './hold.ts'
