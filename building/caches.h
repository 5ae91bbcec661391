/* Inline caches for what mypyc leaves to the interpreter's generic machinery.

   The values of the model are msgspec structs: their fields lie at fixed places, but compiled code finds them by name. As
   the interpreter does since 3.11, each place in the code remembers the last type it saw and where the field lies there.
   A type's version changes whenever it or one of its bases is changed, and no type ever gets one that another had, so that
   a cache that fits is right, also after its type has died. What does not fit takes the way that mypyc took.

   All of this rests on how CPython 3.11 to 3.13 keep their types. On any other, and without the global lock, nothing is
   cached. Compiled modules cannot be loaded by several interpreters in one process, whose types might share versions. */

#if defined(__GNUC__) && !defined(PYPY_VERSION) && !defined(Py_GIL_DISABLED) && PY_VERSION_HEX < 0x030E0000 \
    && !defined(ARCHIVIST_CACHES)
#define ARCHIVIST_CACHES
#include <structmember.h>

/* What every access reads is apart from the rest, so that a line of the processor's cache holds that of many places. */
typedef struct {
    unsigned int version; /* of the type */
    int offset;           /* of the field, if it is one; or one of those below */
} ArchivistPlace;

typedef struct {
    int misses;      /* how often it was another type or name; a place that sees many gives up */
    PyObject *name;  /* what was asked for, for `getattr` may ask for another; nothing at first */
    PyObject *found; /* a descriptor, or the function of a property */
} ArchivistSite;

#define ARCHIVIST_PATIENCE 64
#define ARCHIVIST_OWN -1      /* the object keeps it in a dictionary of its own, as modules do, and faces what they work out */
#define ARCHIVIST_PROPERTY -2 /* a property works it out */

#ifdef __ELF__
#define ARCHIVIST_PLACE static ArchivistPlace place __attribute__((section(".bss.archivist")))
#else
#define ARCHIVIST_PLACE static ArchivistPlace place
#endif
#define ARCHIVIST_SITE \
    ARCHIVIST_PLACE;   \
    static ArchivistSite site

/* Code for what happens seldom lies far away from the rest, of which more fits into the processor's caches then. */
#define ARCHIVIST_RARE __attribute__((noinline, cold))

static inline int archivist_fits(PyTypeObject *type, ArchivistPlace *place) {
    return type->tp_version_tag == place->version;
}

static void archivist_keep(PyTypeObject *type, PyObject *name, ArchivistPlace *place, ArchivistSite *site,
                           Py_ssize_t offset, PyObject *found) {
    if (!PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG) || type->tp_version_tag == 0 || offset > INT_MAX)
        return;
    Py_INCREF(name); /* it must not make place for another with its address */
    Py_XINCREF(found);
    PyObject *before[2] = {site->name, site->found}; /* letting go of them may do anything, this place being used included */
    place->version = type->tp_version_tag;
    place->offset = (int)offset;
    site->name = name;
    site->found = found;
    Py_XDECREF(before[0]);
    Py_XDECREF(before[1]);
}

/* Where a field lies in an object; 0 if it is none, or one with flags other than those that are allowed. */
static Py_ssize_t archivist_field(PyObject *object, PyObject *found, int allowed) {
    if (!Py_IS_TYPE(found, &PyMemberDescr_Type) || !PyObject_TypeCheck(object, PyDescr_TYPE(found)))
        return 0;
    PyMemberDef *member = ((PyMemberDescrObject *)found)->d_member;
    return member->type == T_OBJECT_EX && !(member->flags & ~allowed) ? member->offset : 0;
}

static PyObject *ARCHIVIST_RARE
archivist_find(PyObject *object, PyObject *name, ArchivistPlace *place, ArchivistSite *site) {
    PyTypeObject *type = Py_TYPE(object);
    int plain = type->tp_getattro == PyObject_GenericGetAttr, module = PyModule_CheckExact(object);
    if ((plain || module) && site->misses < ARCHIVIST_PATIENCE) {
        PyObject *found = _PyType_Lookup(type, name);
        site->misses++;
        Py_ssize_t offset = found == NULL ? 0 : archivist_field(object, found, READONLY);
        if (offset != 0)
            archivist_keep(type, name, place, site, offset, NULL);
        else if (found != NULL && Py_IS_TYPE(found, &PyProperty_Type)) {
            PyObject *function = PyObject_GetAttrString(found, "fget");
            if (function == NULL)
                return NULL;
            if (function != Py_None)
                archivist_keep(type, name, place, site, ARCHIVIST_PROPERTY, function);
            Py_DECREF(function);
        } else if (found != NULL && Py_TYPE(found)->tp_descr_get != NULL && Py_TYPE(found)->tp_descr_set != NULL)
            archivist_keep(type, name, place, site, 0, found);
        else if ((found == NULL || Py_TYPE(found)->tp_descr_set == NULL)
                 && (type->tp_dictoffset != 0 || PyType_HasFeature(type, Py_TPFLAGS_MANAGED_DICT)))
            archivist_keep(type, name, place, site, ARCHIVIST_OWN, NULL);
    }
    return PyObject_GetAttr(object, name);
}

/* What is no field. */
static PyObject *__attribute__((noinline))
archivist_other(PyObject *object, PyObject *name, ArchivistPlace *place, ArchivistSite *site) {
    if (place->offset == ARCHIVIST_OWN) {
        PyObject *own = PyObject_GenericGetDict(object, NULL);
        PyObject *value = own == NULL ? NULL : PyDict_GetItemWithError(own, name);
        Py_XINCREF(value);
        Py_XDECREF(own);
        return value != NULL || PyErr_Occurred() ? value : PyObject_GetAttr(object, name);
    }
    PyObject *found = site->found, *value;
    if (found == NULL) /* a type without a version, and nothing was found here yet */
        return archivist_find(object, name, place, site);
    Py_INCREF(found); /* what it does may change the type, or this place */
    if (place->offset == ARCHIVIST_PROPERTY) {
        PyObject *arguments[2] = {NULL, object};
        value = PyObject_Vectorcall(found, arguments + 1, 1 | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
    } else
        value = Py_TYPE(found)->tp_descr_get(found, object, (PyObject *)Py_TYPE(object));
    Py_DECREF(found);
    return value;
}

/* An attribute whose name is the same each time (`building/compiling.py` writes that into what mypyc wrote). */
static inline PyObject *
archivist_named(PyObject *object, PyObject *name, ArchivistPlace *place, ArchivistSite *site) {
    if (likely(archivist_fits(Py_TYPE(object), place))) {
        if (place->offset <= 0)
            return archivist_other(object, name, place, site);
        PyObject *value = *(PyObject **)((char *)object + place->offset);
        if (likely(value != NULL)) {
            Py_INCREF(value);
            return value;
        }
    }
    return archivist_find(object, name, place, site);
}

static inline PyObject *
archivist_attribute(PyObject *object, PyObject *name, ArchivistPlace *place, ArchivistSite *site) {
    return name == site->name ? archivist_named(object, name, place, site) : archivist_find(object, name, place, site);
}

static int ARCHIVIST_RARE
archivist_place(PyObject *object, PyObject *name, PyObject *value, ArchivistPlace *place, ArchivistSite *site) {
    PyTypeObject *type = Py_TYPE(object);
    if (type->tp_setattro == PyObject_GenericSetAttr && site->misses < ARCHIVIST_PATIENCE) {
        PyObject *found = _PyType_Lookup(type, name);
        Py_ssize_t offset = found == NULL ? 0 : archivist_field(object, found, 0);
        site->misses++;
        if (offset != 0)
            archivist_keep(type, name, place, site, offset, NULL);
    }
    return PyObject_SetAttr(object, name, value);
}

static inline int
archivist_set(PyObject *object, PyObject *name, PyObject *value, ArchivistPlace *place, ArchivistSite *site) {
    if (likely(name == site->name && archivist_fits(Py_TYPE(object), place) && value != NULL)) {
        PyObject **field = (PyObject **)((char *)object + place->offset), *before = *field;
        Py_INCREF(value);
        *field = value;
        Py_XDECREF(before);
        return 0;
    }
    return archivist_place(object, name, value, place, site);
}

/* Whether calling what was found with the object first is the same as calling what it binds to. That is so for functions;
   the methods of structs are objects that mypyc made, and they bind as functions do. */
static int archivist_binds(PyObject *found, PyObject *object) {
    PyTypeObject *kind = Py_TYPE(found);
    if (PyType_HasFeature(kind, Py_TPFLAGS_METHOD_DESCRIPTOR))
        return 1;
    if (!PyType_HasFeature(kind, Py_TPFLAGS_HAVE_VECTORCALL) || kind->tp_descr_get == NULL || kind->tp_descr_set != NULL)
        return 0;
    PyObject *bound = kind->tp_descr_get(found, object, (PyObject *)Py_TYPE(object));
    int plain = bound != NULL && PyMethod_Check(bound) && PyMethod_GET_FUNCTION(bound) == found
                && PyMethod_GET_SELF(bound) == object;
    if (bound == NULL)
        PyErr_Clear(); /* the call itself will say it */
    Py_XDECREF(bound);
    return plain;
}

/* A method of an object that cannot have an attribute of its own by that name is called without making a bound one. */
static PyObject *ARCHIVIST_RARE
archivist_method(PyObject *name, PyObject *const *arguments, size_t count, PyObject *keywords, ArchivistPlace *place,
                 ArchivistSite *site) {
    PyTypeObject *type = Py_TYPE(arguments[0]);
    if (type->tp_getattro == PyObject_GenericGetAttr && type->tp_dictoffset == 0
        && !PyType_HasFeature(type, Py_TPFLAGS_MANAGED_DICT) && site->misses < ARCHIVIST_PATIENCE) {
        PyObject *found = _PyType_Lookup(type, name);
        site->misses++;
        if (found != NULL) {
            Py_INCREF(found); /* binding it may do anything */
            if (archivist_binds(found, arguments[0]) && _PyType_Lookup(type, name) == found)
                archivist_keep(type, name, place, site, 0, found);
            Py_DECREF(found);
        }
    }
    return PyObject_VectorcallMethod(name, arguments, count, keywords);
}

static inline PyObject *
archivist_call(PyObject *name, PyObject *const *arguments, size_t count, PyObject *keywords, ArchivistPlace *place,
               ArchivistSite *site) {
    PyObject *found = site->found; /* what it does may change the type, or this place */
    if (likely(found != NULL && archivist_fits(Py_TYPE(arguments[0]), place))) {
        Py_INCREF(found);
        PyObject *result = PyObject_Vectorcall(found, arguments, count & ~PY_VECTORCALL_ARGUMENTS_OFFSET, keywords);
        Py_DECREF(found);
        return result;
    }
    return archivist_method(name, arguments, count, keywords, place, site);
}

/* Structs have a metaclass, in which the interpreter looks for an `__instancecheck__` of its own each time, and it asks
   every object that is none for the class that it pretends to be of. */
static int archivist_is(PyObject *object, PyObject *kind) {
    static PyObject *check = NULL, *pretended = NULL;
    static unsigned int plain = 0, honest = 0; /* the versions of the last metaclass, and of the last type of an object */
    PyTypeObject *type = Py_TYPE(object), *meta = Py_TYPE(kind);
    if (type == (PyTypeObject *)kind)
        return 1;
    if (!PyType_Check(kind))
        return PyObject_IsInstance(object, kind);
    if (meta != &PyType_Type && (plain == 0 || meta->tp_version_tag != plain)) {
        if (check == NULL && (check = PyUnicode_InternFromString("__instancecheck__")) == NULL)
            return -1;
        if (_PyType_Lookup(meta, check) != _PyType_Lookup(&PyType_Type, check))
            return PyObject_IsInstance(object, kind);
        plain = PyType_HasFeature(meta, Py_TPFLAGS_VALID_VERSION_TAG) ? meta->tp_version_tag : 0;
    }
    if (PyType_IsSubtype(type, (PyTypeObject *)kind))
        return 1;
    if (honest == 0 || type->tp_version_tag != honest) {
        if (pretended == NULL && (pretended = PyUnicode_InternFromString("__class__")) == NULL)
            return -1;
        if (type->tp_getattro != PyObject_GenericGetAttr
            || _PyType_Lookup(type, pretended) != _PyType_Lookup(&PyBaseObject_Type, pretended))
            return PyObject_IsInstance(object, kind);
        honest = PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG) ? type->tp_version_tag : 0;
    }
    return 0;
}

extern __typeof__(CPy_AddTraceback) CPy_AddTraceback __attribute__((cold));
extern __typeof__(CPy_AttributeError) CPy_AttributeError __attribute__((cold));
extern __typeof__(CPy_TypeError) CPy_TypeError __attribute__((cold));
extern __typeof__(CPy_TypeErrorTraceback) CPy_TypeErrorTraceback __attribute__((cold));

/* Most fields that may hold a value or None hold None, and mypyc asks for the value first. */
static inline int archivist_check(PyObject *object, PyTypeObject *type) {
    return Py_IS_TYPE(object, type) || (object != Py_None && PyType_IsSubtype(Py_TYPE(object), type));
}

/* Mappings are dictionaries here, or of a class that adds something to them but finds what is there in the same way: the
   pool of cards is one. The interpreter would look for the method in the class and call it. */
static PyObject *archivist_item(PyObject *object, PyObject *key, unsigned int *plain) {
    static PyObject *name = NULL;
    PyTypeObject *type = Py_TYPE(object);
    if (PyDict_Check(object)) {
        if (*plain == 0 || type->tp_version_tag != *plain) {
            if (name == NULL && (name = PyUnicode_InternFromString("__getitem__")) == NULL)
                return NULL;
            if (_PyType_Lookup(type, name) != _PyType_Lookup(&PyDict_Type, name))
                return PyObject_GetItem(object, key);
            *plain = PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG) ? type->tp_version_tag : 0;
        }
        PyObject *found = PyDict_GetItemWithError(object, key);
        if (likely(found != NULL)) {
            Py_INCREF(found);
            return found;
        }
        if (PyErr_Occurred())
            return NULL;
    }
    return PyObject_GetItem(object, key);
}

/* `(*one, *another)` is a list first. What is put together is short, and often there is nothing of it. */
#define ARCHIVIST_SHORT 8

static inline PyObject *archivist_extend(PyObject *list, PyObject *more) {
    if (likely(PyTuple_CheckExact(more) && PyTuple_GET_SIZE(more) <= ARCHIVIST_SHORT)) {
        for (Py_ssize_t each = 0; each < PyTuple_GET_SIZE(more); each++)
            if (PyList_Append(list, PyTuple_GET_ITEM(more, each)) < 0)
                return NULL;
        Py_RETURN_NONE;
    }
    return CPyList_Extend(list, more);
}

#undef PyObject_TypeCheck
#define PyObject_TypeCheck(object, type) archivist_check((PyObject *)(object), type)
#define PyObject_GetItem(object, key) ({ static unsigned int plain; archivist_item(object, key, &plain); })
#define CPyList_Extend(list, more) archivist_extend(list, more)
#undef CPyObject_GetAttr
#define CPyObject_GetAttr(object, name) ({ ARCHIVIST_SITE; archivist_attribute(object, name, &place, &site); })
#define ARCHIVIST_NAMED(object, name) ({ ARCHIVIST_SITE; archivist_named(object, name, &place, &site); })
#define PyObject_SetAttr(object, name, value) ({ ARCHIVIST_SITE; archivist_set(object, name, value, &place, &site); })
#define PyObject_VectorcallMethod(name, arguments, count, keywords) \
    ({ ARCHIVIST_SITE; archivist_call(name, arguments, count, keywords, &place, &site); })
#define PyObject_IsInstance(object, kind) archivist_is(object, kind)
#if PY_VERSION_HEX < 0x030C0000
/* Names of a module: no two states of dictionaries have the same version, and later interpreters keep none. A place that
   looks into dictionaries that change gives up. */
typedef struct {
    uint64_t version; /* of the dictionary */
    PyObject *name;
    PyObject *found; /* borrowed from the dictionary */
    int misses;
} ArchivistName;

static PyObject *ARCHIVIST_RARE archivist_look(PyObject *names, PyObject *name, ArchivistName *site) {
    PyObject *found = CPyDict_GetItem(names, name);
    if (found != NULL && site->misses < ARCHIVIST_PATIENCE && PyDict_CheckExact(names) && PyUnicode_CheckExact(name)) {
        site->misses++;
        Py_INCREF(name); /* it must not make place for another with its address */
        Py_XSETREF(site->name, name);
        site->version = ((PyDictObject *)names)->ma_version_tag;
        site->found = found;
    }
    return found;
}

static inline PyObject *archivist_name(PyObject *names, PyObject *name, ArchivistName *site) {
    if (likely(site->name == name && PyDict_CheckExact(names)
               && ((PyDictObject *)names)->ma_version_tag == site->version)) {
        Py_INCREF(site->found);
        return site->found;
    }
    return archivist_look(names, name, site);
}

#define CPyDict_GetItem(names, name) ({ static ArchivistName site; archivist_name(names, name, &site); })
#endif
#endif

#ifndef ARCHIVIST_NAMED
#define ARCHIVIST_NAMED(object, name) CPyObject_GetAttr(object, name)
#endif
