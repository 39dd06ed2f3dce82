export { type CodeFile, readCodeUnderTest, readDocumentedProgram } from './code-under-test.ts'
export { deserveTarget } from './deserve-target.ts'
