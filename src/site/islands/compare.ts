/** Puts the second image over the first one, cut off where the slider stands. */
export const mount = (root: HTMLElement): void => {
  if (root.querySelector('input')) return
  const slider = document.createElement('input')
  slider.type = 'range'
  slider.ariaLabel = root.dataset.label ?? ''
  const cut = () => root.style.setProperty('--cut', `${slider.value}%`)
  slider.addEventListener('input', cut)
  root.append(slider)
  root.dataset.live = ''
  cut()
}
