/** `npm run add-user -- --email you@example.org --role super_admin`: adds a person to the portal. */
import "@offgrid/server/add-user";
