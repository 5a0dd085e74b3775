import { keyOf } from './fold.ts'

/**
 * Skills and technologies that a text names in several ways or in small letters, each with its other spellings. What is not here is
 * found by how it is written.
 */
const terms = `
accessibility|a11y|Barrierefreiheit|accessibilité|accesibilidad|acessibilidade|accessibilità|toegankelijkheid|WCAG
agile|agil|agile Methoden|Scrum|Kanban
AI|KI|artificial intelligence|künstliche Intelligenz
analytics
Android
Angular|AngularJS
animation|motion design
Ansible
Apache
API design
architecture|software architecture|Softwarearchitektur
Astro
AWS|Amazon Web Services
Azure|Microsoft Azure
backend|back end
Bash|shell scripting
branding|brand design
C
C#|C sharp
C++
CI/CD|CICD|continuous integration|continuous delivery|continuous deployment
code review
content management|CMS
copywriting
CSS|CSS3
Cypress
dashboard
data analysis|data analytics
data visualization|data visualisation
Deno
design system
design thinking
DevOps
Django
Docker
documentation
Drupal
e-commerce|online shop
Elasticsearch
Electron
email
Express|Express.js
Figma
Firebase
Flutter
frontend|front end
full stack
functional programming
game development
Git
GitHub
GitHub Actions
GitLab
Go|Golang
Google Analytics
Google Cloud|GCP|Google Cloud Platform
Gradle
GraphQL
gRPC
Headless CMS
HTML|HTML5
i18n|internationalization|internationalisation
illustration
Illustrator|Adobe Illustrator
InDesign|Adobe InDesign
information architecture
infrastructure as code
interaction design
iOS
Java
JavaScript|JS
Jenkins
Jest
Jira
jQuery
Kafka
Kotlin
Kubernetes|k8s
Laravel
leadership
Linux
localization|localisation|l10n
machine learning|ML
Magento
marketing
MariaDB
mentoring
microservices
MongoDB
MySQL
NestJS|Nest.js
.NET|dotnet|.NET Core
Next.js|NextJS
Nginx
Node.js|NodeJS|Node
Nuxt|Nuxt.js
observability
Objective-C
open source
OpenAPI|Swagger
payment|payments
performance|web performance|Core Web Vitals
Perl
photography
Photoshop|Adobe Photoshop
PHP
Playwright
PostgreSQL|Postgres
Power BI
product design
project management|Projektmanagement
Prometheus
prototyping|prototype
Python
React|React.js|ReactJS
React Native
Redis
Redux
requirements engineering
responsive design|responsive web design|responsive
REST API|REST|RESTful|RESTful API|API REST|REST-Schnittstelle|REST-Schnittstellen
Ruby
Ruby on Rails|Rails
Rust
Sass|SCSS
Scala
screen reader
SEO|search engine optimization|search engine optimisation|Suchmaschinenoptimierung
security|web security|IT-Sicherheit
Selenium
server side rendering|SSR
Shopify
Sketch
SOLID
Spring|Spring Boot
SQL
SQLite
Storybook
Svelte|SvelteKit|Svelte.js
Swift
SwiftUI
Symfony
Tailwind|Tailwind CSS
TDD|test driven development
teaching
technical writing
Terraform
testing|automated testing|test automation
Three.js
TypeScript|TS
typography|Typografie|typographie|tipografía|tipografia
UI design|user interface design
unit testing|unit test
usability|usability testing
user research
UX|UX design|user experience
UI|user interface
version control
video
Vite
Vue|Vue.js|VueJS
WebAssembly|WASM
web components
web design
web development
WebGL
Webpack
WebSocket
wireframe|wireframing
WordPress
WooCommerce
XML
`

/** The name of a known term by the keys of its words, written together. */
export const knownTerms: ReadonlyMap<string, string> = new Map(
  terms
    .trim()
    .split('\n')
    .flatMap((line) => {
      const spellings = line.split('|')
      return spellings.map((one) => [one.split(/[ -]/).map(keyOf).join(''), spellings[0] ?? ''] as const)
    }),
)

/** The most words that a known term has. */
export const mostWords = 4
