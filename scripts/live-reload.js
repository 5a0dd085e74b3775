// In the browser, in development builds only: loads the page anew when a server started after this page was made.
let known

const ask = async () => {
  try {
    const { started } = await (await fetch('/healthz', { cache: 'no-store' })).json()
    known ??= started
    if (started !== known) location.reload()
  } catch {
    // Between two servers nobody answers.
  }
}

setInterval(ask, 400)
ask()
