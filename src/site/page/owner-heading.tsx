/** The page's first heading where the home section is hidden; only screen readers get it. */
export const OwnerHeading = ({ name }: { name: string }) => <h1 className="visually-hidden">{name}</h1>
