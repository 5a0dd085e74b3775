interface Props {
  /** 0 to 100. */
  value: number
  /** All is sent, and the other side is still at work. */
  waiting?: boolean
  className?: string
  'aria-label'?: string
  'aria-hidden'?: boolean
}

export const Progress = ({ value, waiting = false, className = '', ...props }: Props) => (
  <progress className={`progress ${className}`} max={100} value={waiting ? undefined : value} {...props} />
)
