import type { CvDocument } from '../../model/cv/cv-document.ts'
import type { CvStatus } from '../../model/cv/variant-facts.ts'
import type { CvLayout } from './cv-source.ts'

/** A form to make. */
export interface CvJob {
  /** `preview`: the PDF, and its pages as a drawing. */
  form: 'pdf' | 'preview' | 'docx'
  document: CvDocument
  layout: CvLayout
  /** A JPEG. */
  portrait: Uint8Array | undefined
  /** The files of `layout.display`, as woff2. */
  fonts?: readonly Uint8Array[] | undefined
}

/** Facts that a PDF does not say by itself. */
export type PdfFacts = NonNullable<CvStatus['pdf']>

/** One form of the CV. */
export interface CvForm {
  bytes: Uint8Array
  pdf?: PdfFacts
  /** The pages of a preview, one below the other. */
  svg?: string
}

/** A message from the process that makes forms. */
export type CvReport = { kind: 'ready' } | { kind: 'made'; form: CvForm } | { kind: 'failed'; message: string }
